package org.wukongs.store.checkpoint;

import org.wukongs.client.CatalogEntry;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.progress.CoordinatorCut;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.StreamDefinition;

/**
 * An empty node that a checkpoint is read into, in the order of these methods; the one who makes it
 * owns the node.
 */
public interface RestoredNode {

    TermDictionary dictionary();

    StoredGraphs stored();

    /** Stored graphs are there. */
    void begin(CoordinatorCut coordinator);

    /** The stream of a definition, registered unless it is one that a query derives. */
    StreamState stream(StreamDefinition definition);

    /** The stream has its tuples. */
    void progress(String stream, ProgressCut progress);

    /** What the query reads is there; what it derives comes next. */
    void query(QueryCut query);

    /** What the reader reads is there. */
    void reader(ReaderCut reader);

    void entry(CatalogEntry entry);

    /** Streams that it has, derived ones included. */
    int streamCount();

    /** Continuous queries that it has. */
    int queryCount();
}
