/**
 * What a query reads. In: a graph as neighbour lists, wherever it is. Out: {@link
 * org.wukongs.store.view.TripleView}: neighbours of single vertices and of whole columns of them.
 * Views of stored graphs, windows, members of templates and unions of them look the same. Owned by
 * the reading thread. Limits: 2^30 neighbours a list.
 */
package org.wukongs.store.view;
