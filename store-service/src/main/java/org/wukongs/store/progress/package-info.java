/**
 * Progress of streams and injection of their data. In: what writers have sent and closed, and which
 * of them are idle. Out: SN–VTS plans, which the {@link org.wukongs.store.progress.Injector}
 * executes, and the stable point: Stable_SN and Stable_VTS (for each stream the newest batch that
 * all its writers have closed and that is injected). Owned by the store agent; any thread may read
 * the stable point. Both are monotone; writers of a superseded epoch cannot close batches. Limit:
 * tuples of a plan.
 */
package org.wukongs.store.progress;
