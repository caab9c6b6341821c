package org.wukongs.store.changelog;

import org.wukongs.store.graph.NetChanges;

/** What a snapshot has changed in a graph. */
record ChangelogEntry(long snapshot, NetChanges changes) {}
