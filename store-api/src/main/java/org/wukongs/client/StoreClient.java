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
 * A connection to a store. Calls block until the store has answered and throw {@link
 * org.wukongs.error.WukongsException}: USER where the request is wrong, RETRIABLE where the store
 * is not there or the connection broke. Not thread-safe: one client a thread.
 */
@Experimental
public interface StoreClient extends AutoCloseable {

    /**
     * Constant text of the USER error for a window that has been released, and its tuples are gone.
     */
    String WINDOW_GONE = "the window's tuples are gone";

    /** How the RETRIABLE error of {@link ReaderStart#resume} begins. */
    String READER_AHEAD = "the reader's checkpoint is newer than what the store came back with";

    /** Connects within {@code deadline}; RETRIABLE with the address where nothing answers. */
    static StoreClient connect(List<StoreAddress> store, Duration deadline) {
        return connect(store, deadline, RetryStrategy.NEVER);
    }

    /**
     * As above. Writers and {@link #strings} connect again where their connection is lost, as
     * {@code retries} says, and go on where they were; everything else fails and may be asked again
     * then.
     */
    static StoreClient connect(List<StoreAddress> store, Duration deadline, RetryStrategy retries) {
        return TcpStoreClient.connect(store, deadline, retries);
    }

    /** The store's dictionary, with hot strings cached in this client. */
    StringServer strings();

    /**
     * Registers a stream. Registering an equal definition again changes nothing; a different one is
     * a USER error.
     */
    void registerStream(StreamDefinition definition);

    /**
     * Drops a stream with what windows need of it; what it brought to stored graphs stays. USER
     * error where queries read it.
     */
    void dropStream(String name);

    /**
     * Registers a continuous query from its C-SPARQL text. The same text again changes nothing;
     * another text under the same name is a USER error, as is a text that does not parse (message
     * with line and column).
     */
    QueryDescription registerQuery(String text);

    QueryDescription describeQuery(String name);

    void unregisterQuery(String name);

    /**
     * Opens a writer, and with it perhaps a new writer epoch of the stream, see {@link WriterId}.
     * When all writers of the epoch are open, the store drops what open batches have of messages
     * that come again, as {@code origin} says.
     */
    StreamWriter openWriter(WriterId writer, WriterOrigin origin);

    /** As above, of a writer that sends nothing again. */
    default StreamWriter openWriter(WriterId writer) {
        return openWriter(writer, WriterOrigin.UNRELATED);
    }

    /**
     * All messages of a writer up to {@code position} belong to a completed checkpoint: none of
     * them is sent again after a failure. Saying it again changes nothing.
     *
     * @return false where the store does not know those messages, so it is not the one that has
     *     taken them
     */
    boolean commit(String stream, MessageId position);

    /**
     * Starts or goes on with a reader: from now on the store keeps what the windows from its
     * position on need, until they are {@link #releaseWindows released}, the reader is {@link
     * #detachReader detached} or the query is unregistered. It belongs to this connection: some
     * time after that has ended, the store may drop the reader when it needs room.
     *
     * @return how many windows a reader that starts as {@link ReaderStart#earliest} has missed,
     *     because nobody read them and the stream's ring was full; 0 for any other start
     */
    long attachReader(ReaderId reader, ReaderStart start);

    /** The reader will not come back: nothing is kept for it. Harmless where there is none. */
    void detachReader(ReaderId reader);

    /**
     * Executes the next ready windows of queries, of each in order of window end: those with end ≥
     * its {@link WindowsWanted#fromWindowEndMs} on which all its streams are stable. Waits up to
     * {@code wait} for the first of any to be ready.
     *
     * @param reader its name
     * @param wanted at least one
     * @param windowsMax at most so many executions of all together, at least 1
     * @return in the order of {@code wanted}, an element each; only for the first of them, though
     *     at least one, where these had {@code windowsMax} executions ready
     */
    List<FetchedWindows> fetchWindows(
            String reader, List<WindowsWanted> wanted, int windowsMax, Duration wait);

    /** As above, of one query and the reader without a name. */
    default FetchedWindows fetchWindows(
            String query, long fromWindowEndMs, int windowsMax, Duration wait) {
        WindowsWanted wanted = new WindowsWanted(query, fromWindowEndMs, windowsMax);
        return fetchWindows(ReaderId.NAMELESS, List.of(wanted), windowsMax, wait).get(0);
    }

    /** The reader will not ask for a window with an end below {@code windowEndMs} again. */
    void releaseWindows(ReaderId reader, long windowEndMs);

    /** Templates of registered queries, which can be read as a whole. Not thread-safe either. */
    TemplateClient templates();

    /**
     * One-shot SPARQL over the stored graphs at one Stable_SN. Rows come while the store makes
     * strings of them, so a result of any size takes no memory here; {@code into} must not use this
     * client. An error may come behind some rows. Where {@code into} throws, the connection ends.
     */
    void query(String sparql, RowReader into);

    /** As above, with all rows at once. */
    default OneShotResult query(String sparql) {
        CollectedRows rows = new CollectedRows();
        query(sparql, rows);
        return rows.result();
    }

    /**
     * How the store answers a one-shot query. With {@code execute} it is executed, and the steps
     * say what came; its rows are dropped.
     */
    QueryPlan explain(String sparql, boolean execute);

    /**
     * Adds triples to a stored graph, before or beside streams; visible with the next Stable_SN.
     */
    void load(String graph, EncodedBatch triples);

    /** What the store tells and keeps for catalogs of tables, over this connection. */
    StoreCatalog catalog();

    StoreStatus status();

    /**
     * Has the store write all that it has into its data directory; it goes on meanwhile. USER error
     * where it has none, RETRIABLE where one is being written already or the disk is full.
     */
    StoreCheckpoint checkpoint();

    /**
     * Walks the whole store and verifies its invariants. Takes about as long as loading did; the
     * store answers nothing else meanwhile.
     */
    StoreCheck check();

    @Override
    void close();

    /** One sink subtask's ordered, acknowledged way into a stream. */
    interface StreamWriter extends StreamFeed.Target, AutoCloseable {

        /**
         * Hands over tuples of one batch, numbered without gaps. Returns when fewer than the
         * allowed number of messages are unacknowledged; so a store that cannot take more holds the
         * caller back.
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
         * Returns when the store has acknowledged everything sent; RETRIABLE where another writer
         * epoch has begun, also if nothing was sent.
         *
         * @return event time up to which the stream is stable: {@code Long.MIN_VALUE} before its
         *     first closed batch, {@code Long.MAX_VALUE} after its end
         */
        long flush();

        /** The last message sent; after {@link #flush} the store has all up to it. */
        MessageId position();

        /** How often its connection was lost and made again. Any thread. */
        default int reconnectCount() {
            return 0;
        }

        /** Leaves the stream without closing batches. */
        @Override
        void close();
    }
}
