package org.wukongs.store.checkpoint;

import java.util.List;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/**
 * The terms and stored triples that the newest checkpoint has in files, and since when they may
 * have changed: what the next checkpoint need not write again.
 *
 * @param terms files with terms, by vid; none of a dictionary on disk
 * @param counters the newest counters of partitions up to which they have terms
 * @param endedRounds of reclamation when they were written; changes since then are later ones
 * @param graphs files with triples, by graph and subject
 * @param halves files with IN halves of triples, by graph and object; none of a node of its own
 * @param sn the snapshot that they have
 */
record SharedFiles(
        List<TermsPart> terms,
        long[] counters,
        long endedRounds,
        List<GraphsPart> graphs,
        List<GraphsPart> halves,
        long sn) {

    SharedFiles {
        terms = List.copyOf(terms);
        graphs = List.copyOf(graphs);
        halves = List.copyOf(halves);
    }

    /** A file with a part of what a checkpoint has. */
    interface Part {
        FileEntry file();
    }

    /**
     * A file with the terms that have vids from {@code fromVid} up to that of the next file. The
     * first file has those before as well.
     */
    record TermsPart(long fromVid, FileEntry file) implements Part {}

    /**
     * A file with the triples from a place up to that of the next file, in the order of graphs'
     * names and, within a graph, of subjects, or objects if it has IN halves. The first file has
     * those before as well.
     */
    record GraphsPart(String graph, long fromVid, FileEntry file) implements Part {

        boolean isAfter(String otherGraph, long otherVid) {
            int order = graph.compareTo(otherGraph);
            return order > 0 || (order == 0 && fromVid > otherVid);
        }
    }

    /** Nothing is shared. */
    static SharedFiles none(int partitionCount) {
        return new SharedFiles(List.of(), new long[partitionCount], 0, List.of(), List.of(), 0);
    }
}
