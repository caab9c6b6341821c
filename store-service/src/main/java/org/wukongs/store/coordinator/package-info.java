/**
 * Progress. In: what writers have sent, closed and said of being idle; injectors' Local_VTS. Out:
 * SN–VTS plans for the injectors, and the stable point: Stable_SN and Stable_VTS (per stream the
 * newest batch that all writers closed and all injectors have in). Owned by the store agent; any
 * thread may read the stable point. Both are monotone; a writer epoch that was superseded can close
 * nothing.
 */
package org.wukongs.store.coordinator;
