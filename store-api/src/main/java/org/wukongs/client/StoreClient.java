package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * A connection to a store. Any node of a cluster will do: what another node has, a stream or a
 * query, the client asks that one for, over a further connection. Calls block until the store has
 * answered and throw {@link org.wukongs.error.WukongsException}: USER if the request is wrong,
 * RETRIABLE if the store does not answer or the connection broke. Not thread-safe: use one client
 * for each thread.
 */
@Experimental
public interface StoreClient extends AutoCloseable {

    /** Constant text of the USER error for a window that was released and whose tuples are gone. */
    String WINDOW_GONE = "the window's tuples are gone";

    /** How the RETRIABLE error of {@link ReaderStart#resume} begins. */
    String READER_AHEAD = "the reader's checkpoint is newer than what the store came back with";

    /**
     * Connects within {@code deadline} to the first of a store's nodes that answers; each has an
     * equal share of the deadline. RETRIABLE error with the addresses if none does.
     *
     * @param store addresses of one store's nodes: all of them, or only some
     */
    static StoreClient connect(List<StoreAddress> store, Duration deadline) {
        return connect(store, deadline, RetryStrategy.NEVER);
    }

    /**
     * As above. Writers reconnect to their node, and {@link #strings} to any node, after their
     * connection is lost, as {@code retries} says, and continue; every other call fails and may be
     * repeated.
     */
    static StoreClient connect(List<StoreAddress> store, Duration deadline, RetryStrategy retries) {
        return connect(store, deadline, retries, ClientOptions.DEFAULT);
    }

    /**
     * As above, with what carries requests and replies, a token and TLS as {@code options} say.
     * USER error if the store does not know the token, or its certificate is not trusted; a request
     * that the token's role does not allow is a USER error of its own.
     */
    static StoreClient connect(
            List<StoreAddress> store,
            Duration deadline,
            RetryStrategy retries,
            ClientOptions options) {
        return TcpStoreClient.connect(store, deadline, retries, options);
    }

    /** The store's dictionary, with hot strings cached in this client. */
    StringServer strings();

    /**
     * Where the nodes listen that have something: the node that this client is connected to if no
     * node has it.
     *
     * @return one address for each of {@code subjects}, in their order
     */
    List<StoreAddress> homes(List<HomeSubject> subjects);

    /**
     * Registers a stream. Registering an equal definition again changes nothing; a different one is
     * a USER error.
     */
    void registerStream(StreamDefinition definition);

    /**
     * Drops a stream and the tuples kept for windows; the triples it added to stored graphs stay.
     * USER error if queries read it.
     */
    void dropStream(String name);

    /**
     * Registers a continuous query from its C-SPARQL text. The same text again changes nothing;
     * another text under the same name is a USER error, and so is a text that does not parse (the
     * message has line and column).
     */
    QueryDescription registerQuery(String text);

    QueryDescription describeQuery(String name);

    void unregisterQuery(String name);

    /**
     * Opens a writer, and with it perhaps a new writer epoch of the stream, see {@link WriterId}.
     * When all writers of the epoch are open, the store drops from open batches the messages that
     * come again, as {@code origin} says.
     */
    StreamWriter openWriter(WriterId writer, WriterOrigin origin);

    /** As above, for a writer that sends nothing again. */
    default StreamWriter openWriter(WriterId writer) {
        return openWriter(writer, WriterOrigin.UNRELATED);
    }

    /**
     * All messages of a writer up to {@code position} belong to a completed checkpoint: none of
     * them is sent again after a failure. Repeating the call changes nothing.
     *
     * @return false if the store does not know those messages, so it is not the one that took them
     */
    boolean commit(String stream, MessageId position);

    /**
     * Starts or continues a reader: from now on the store keeps what the windows from its position
     * on need, until they are {@link #releaseWindows released}, the reader is {@link #detachReader
     * detached} or the query is unregistered. The reader belongs to this connection: some time
     * after the connection has ended, the store may drop the reader if it needs room.
     *
     * @return how many windows a reader that starts as {@link ReaderStart#earliest} has missed,
     *     because nobody read them and the stream's ring was full; 0 for any other start
     */
    long attachReader(ReaderId reader, ReaderStart start);

    /** Ends a reader: the store keeps nothing for it. Does nothing if there is no such reader. */
    void detachReader(ReaderId reader);

    /**
     * Executes the next ready windows of queries, and of templates for all of their queries, of
     * each in order of window end: those with end ≥ its {@link WindowsWanted#fromWindowEndMs} on
     * which all its streams are stable. Waits up to {@code wait} for the first of any to be ready.
     * Fewer come if they have many rows.
     *
     * @param reader its name; to templates it is {@link #attachReader attached}
     * @param wanted at least one
     * @param windowsMax how many executions at most, over all queries; at least 1
     * @return one element for each of {@code wanted}, in its order; only for its first queries, at
     *     least one, if these had {@code windowsMax} executions ready, or if some had and the
     *     others are at other nodes
     */
    List<FetchedWindows> fetchWindows(
            String reader, List<WindowsWanted> wanted, int windowsMax, Duration wait);

    /** As above, for one query and the reader {@link ReaderId#NAMELESS}. */
    default FetchedWindows fetchWindows(
            String query, long fromWindowEndMs, int windowsMax, Duration wait) {
        WindowsWanted wanted = WindowsWanted.ofQuery(query, fromWindowEndMs, windowsMax);
        return fetchWindows(ReaderId.NAMELESS, List.of(wanted), windowsMax, wait).get(0);
    }

    /**
     * Releases windows of any number of readers; a reader that is not there has none. The store
     * answers when its log has all of it, so one call for many readers takes as long as one for one
     * reader.
     */
    void releaseWindows(List<WindowsReleased> released);

    /** As above, for one reader. */
    default void releaseWindows(ReaderId reader, long windowEndMs) {
        releaseWindows(List.of(new WindowsReleased(reader, windowEndMs)));
    }

    /** Templates of registered queries, to read as a whole. Not thread-safe either. */
    TemplateClient templates();

    /** Tuples of streams, to watch. Not thread-safe either. */
    TupleClient tuples();

    /** Changelogs of stored graphs. Not thread-safe either. */
    ChangelogClient changelogs();

    /**
     * Executes one-shot SPARQL over the stored graphs at one Stable_SN. Rows arrive while the store
     * turns them into strings, so a result of any size takes no memory here; {@code into} must not
     * use this client. An error may come after some rows. If {@code into} throws, the connection is
     * closed.
     */
    void query(String sparql, RowReader into);

    /** As above, with all rows in memory. */
    default OneShotResult query(String sparql) {
        CollectedRows rows = new CollectedRows();
        query(sparql, rows);
        return rows.result();
    }

    /**
     * Executes a request of SPARQL Update over the stored graphs as one snapshot, all or nothing;
     * its operations see what those before them have changed. After a lost connection, the request
     * may have been executed.
     */
    UpdateResult update(String sparql);

    /**
     * Explains how the store answers a one-shot query. With {@code execute} the query is executed:
     * the steps have actual rows and times, and the result is dropped.
     */
    QueryPlan explain(String sparql, boolean execute);

    /**
     * Explains how the store executes a registered continuous query, over its newest windows that
     * are kept and the stored graphs as they are. USER error if there is no such query, or its
     * streams have had no tuple yet.
     *
     * @param whole explains how all queries of its template are executed together
     * @param execute the steps have actual rows and times; no reader gets the rows
     */
    QueryPlan explainRegistered(String query, boolean whole, boolean execute);

    /**
     * Adds triples to a stored graph, before or beside streams; visible with the next Stable_SN.
     * Returns how many the graph did not have.
     */
    long load(String graph, EncodedBatch triples);

    /** The store's streams, graphs and catalog entries, over this connection. */
    StoreCatalog catalog();

    StoreStatus status();

    /**
     * Makes the store write a checkpoint into its data directory; it works on meanwhile. USER error
     * if the store has no data directory, RETRIABLE if a checkpoint is being written already or the
     * disk is full.
     */
    StoreCheckpoint checkpoint();

    /**
     * Moves vertex partitions from the node that is asked to another node of its cluster, while
     * everything else goes on; returns how many it has moved, when all nodes show it. Partitions
     * that the asked node does not have are left where they are.
     *
     * @param first the first one, 0..1023
     * @param last the last one, at least {@code first}
     * @param node number of the node that gets them
     * @throws org.wukongs.error.WukongsException USER if there is no such node, the store is no
     *     cluster, or they do not fit into the memory of a node; RETRIABLE if a node cannot be
     *     reached, or other changes were always first, and then they may have moved, or not
     */
    int movePartitions(int first, int last, int node);

    /**
     * Moves all streams of the node that is asked, with the queries that read them, to another node
     * of its cluster; returns when all nodes show that. Writers and readers wait meanwhile and go
     * on there; writers of jobs fail once with a RETRIABLE error.
     *
     * @param node number of the node that gets them
     * @throws org.wukongs.error.WukongsException USER if there is no such node, the store is no
     *     cluster, or queries of one of the two nodes read streams of the other one; RETRIABLE if a
     *     node cannot be reached, or other changes were always first, and then they may have moved,
     *     or not
     */
    void moveHomes(int node);

    /**
     * Removes another node than the one that is asked from its cluster, for good. It has to have
     * nothing: no vertex partitions, streams or queries. If it runs, it ends. Returns when the
     * asked node knows of it; the others do a moment later.
     *
     * @param node number of the node
     * @throws org.wukongs.error.WukongsException USER if there is no such node, it has something,
     *     or the store is no cluster; RETRIABLE if not all nodes show yet what it has given away
     */
    void removeNode(int node);

    /**
     * Walks the whole store and verifies its invariants. Takes about as long as loading; the store
     * answers nothing else meanwhile.
     */
    StoreCheck check();

    @Override
    void close();

    /** Ordered, acknowledged writer into a stream, one for each sink subtask. */
    interface StreamWriter extends StreamFeed.Target, AutoCloseable {

        /**
         * Sends tuples of one batch as a message, numbered without gaps. Returns when fewer than
         * the allowed number of messages are unacknowledged, so a store that cannot take more holds
         * the caller back.
         */
        @Override
        void send(ShardBatch batch);

        /**
         * All batches up to and including {@code batch} are complete as far as this writer is
         * concerned.
         */
        @Override
        void closeUpTo(long batch);

        /**
         * Returns when the store has acknowledged everything sent; RETRIABLE error if another
         * writer epoch has begun, also if nothing was sent.
         *
         * @return event time up to which the stream is stable: {@code Long.MIN_VALUE} before its
         *     first closed batch, {@code Long.MAX_VALUE} after its end
         */
        long flush();

        /** The last message sent; after {@link #flush} the store has all messages up to it. */
        MessageId position();

        /** How often it has reconnected. Any thread. */
        default int reconnectCount() {
            return 0;
        }

        /** Closes the writer without closing batches. */
        @Override
        void close();
    }
}
