/**
 * Views of triples, which queries read. In: a graph as neighbour lists, wherever it is stored. Out:
 * {@link org.wukongs.store.view.TripleView}, which gives the neighbours of single vertices and of
 * whole columns of vertices. Stored graphs, windows, members of templates and unions of these look
 * the same. Owned by the reading thread. Limits: 2^30 neighbours per list.
 */
package org.wukongs.store.view;
