/**
 * The changelogs of stored graphs, for readers outside the store. In: the triples that changes of
 * observed graphs have really added or removed, and each new Stable_SN. Out: a graph's triples part
 * by part and the changes that follow, from a position that the reader keeps. The store agent owns
 * {@link org.wukongs.store.changelog.Changelogs}; the threads of connections read a {@link
 * org.wukongs.store.changelog.ChangeFetch}. Limits: the heap for all changelogs, beyond which the
 * oldest changes are dropped; the number of readers; changes and bytes of an answer. A graph
 * without a reader costs nothing.
 */
package org.wukongs.store.changelog;
