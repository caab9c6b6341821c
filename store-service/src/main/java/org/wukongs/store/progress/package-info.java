/**
 * Progress. In: what writers have sent and closed, and which of them are idle. Out: SN–VTS plans,
 * carried out by the {@link org.wukongs.store.progress.Injector}, and the stable point: Stable_SN
 * and Stable_VTS (per stream the newest batch that all writers closed and the injector has in).
 * Owned by the store agent; any thread may read the stable point. Both are monotone; a writer epoch
 * that was superseded can close nothing. Limit: tuples of a plan.
 */
package org.wukongs.store.progress;
