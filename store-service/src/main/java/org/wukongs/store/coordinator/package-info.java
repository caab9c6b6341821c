/**
 * Progress. In: what writers have sent, closed and said of being idle; Local_VTS. Out: SN–VTS plans
 * for the injector, and the stable point: Stable_SN and Stable_VTS (per stream the newest batch
 * that all writers closed and the injector has in). Owned by the store agent; any thread may read
 * the stable point. Both are monotone; a writer epoch that was superseded can close nothing.
 */
package org.wukongs.store.coordinator;
