/**
 * Progress. In: writers' closing markers. Out: Stable_VTS (per stream the newest batch closed by
 * all writers) and Stable_SN. Owned by the store agent. Both are monotone; a writer epoch that was
 * superseded can close nothing.
 */
package org.wukongs.store.coordinator;
