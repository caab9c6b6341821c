/**
 * Windows. In: the slices of a stream and a time range. Out: one explorable index a window, shared
 * by all queries that read the same one. Owned by the store agent. Limit: windows kept, {@link
 * org.wukongs.store.streamindex.WindowCache}.
 */
package org.wukongs.store.streamindex;
