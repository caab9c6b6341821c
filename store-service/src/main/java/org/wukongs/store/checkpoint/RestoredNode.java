package org.wukongs.store.checkpoint;

import java.util.List;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.continuous.LostWindows;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.progress.CoordinatorCut;
import org.wukongs.store.progress.InjectionTurn;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.StreamDefinition;

/**
 * An empty node into which a checkpoint is read, in the order of these methods. Its creator owns
 * the node.
 */
public interface RestoredNode {

    TermDictionary dictionary();

    StoredGraphs stored();

    /** Called after the stored graphs are restored. */
    void begin(CoordinatorCut coordinator);

    /**
     * Returns the stream of a definition, registered unless a query derives it or it is copied from
     * another node.
     */
    StreamState stream(StreamDefinition definition);

    /** Called after the tuples of the stream are restored. */
    void progress(String stream, ProgressCut progress);

    /**
     * Restores the order of what waits for a plan, after all streams; in older formats before
     * derived ones.
     */
    void turns(List<InjectionTurn> turns);

    /** Restores a query, after the streams that it reads and before the stream that it derives. */
    void query(QueryCut query);

    /** Restores a reader, after the queries that it reads. */
    void reader(ReaderCut reader);

    /** Restores which windows a query has lost, after all readers. */
    void lost(String query, LostWindows lost);

    void entry(CatalogEntry entry);

    /** Returns what only a node of a cluster has, null for a node of its own. */
    RestoredCluster cluster();

    /** Called when everything is restored. */
    void end();

    /** Returns the number of streams, including derived ones. */
    int streamCount();

    /** Returns the number of continuous queries. */
    int queryCount();
}
