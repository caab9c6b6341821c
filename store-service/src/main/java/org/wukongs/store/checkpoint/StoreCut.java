package org.wukongs.store.checkpoint;

import java.util.List;
import java.util.Map;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.continuous.ContinuousCut;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.RetentionCut;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.progress.CoordinatorCut;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.stream.StreamCut;

/**
 * A consistent cut of a node's state, made between two rounds of the store agent. When all {@link
 * #step steps} are done, one thread, any thread, may read it while the node continues. It must be
 * {@link #close closed}.
 *
 * @param position up to which it has what the node's log has, 0 if the node has none
 * @param dictionary the dictionary, which may have later terms: ids are never given twice
 * @param stored the stored graphs at the cut's snapshot
 * @param graphs names of the graphs that existed at the cut
 * @param reader the reader that holds the snapshot of stored graphs
 * @param streams all streams, derived ones included
 * @param retentions by graph, what it keeps for a time
 * @param continuous queries and their readers
 * @param cluster what only a node of a cluster has, null for a node of its own
 * @param end releases what is held for the cut, in any thread
 */
public record StoreCut(
        long position,
        TermDictionary dictionary,
        StoredSnapshot stored,
        List<String> graphs,
        ReaderEpochs.Reader reader,
        CoordinatorCut coordinator,
        List<StreamPart> streams,
        Map<String, RetentionCut> retentions,
        ContinuousCut continuous,
        List<CatalogEntry> entries,
        ClusterCut cluster,
        Runnable end)
        implements AutoCloseable {

    public StoreCut {
        graphs = List.copyOf(graphs);
        streams = List.copyOf(streams);
        retentions = Map.copyOf(retentions);
        entries = List.copyOf(entries);
    }

    /** A stream with the progress of its writers. */
    public record StreamPart(StreamCut stream, ProgressCut progress) {}

    /**
     * Does a part of what takes long because there are many queries, less than 1 ms, between two
     * rounds of the store agent; returns whether everything is done.
     */
    public boolean step() {
        return continuous.step();
    }

    /** Returns the queries in the order of their registration. */
    List<QueryCut> queries() {
        return continuous.queries();
    }

    List<ReaderCut> readers() {
        return continuous.readers();
    }

    @Override
    public void close() {
        end.run();
    }
}
