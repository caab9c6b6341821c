package org.wukongs.flink.source;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.ReaderStart.Mode;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.StreamDefinition;

/**
 * Builds a {@link ContinuousQuerySource}. Store addresses and at least one query, by text, name or
 * template, are required.
 */
@PublicEvolving
public final class ContinuousQuerySourceBuilder {

    /** Bounds the memory of one answer while a lagging query catches up. */
    public static final int WINDOWS_MAX_DEFAULT = 64;

    /** A query's usual step; a shorter wait costs requests, a longer one delays a stopping job. */
    public static final Duration FETCH_WAIT_DEFAULT = Duration.ofMillis(100);

    private String addresses;
    private List<String> queryTexts = List.of();
    private List<String> queryNames = List.of();
    private List<String> templates = List.of();
    private boolean wholeTemplates;
    private String readerName;
    private ReaderStart start = ReaderStart.earliest();
    private List<StreamSpec> streams = List.of();
    private long endWindowEndMs = ReadOptions.NO_END;
    private boolean boundedByStreams;
    private int windowsMax = WINDOWS_MAX_DEFAULT;
    private Duration fetchWait = FETCH_WAIT_DEFAULT;
    private boolean releaseOnCheckpoint = true;
    private Duration connectTimeout;
    private ClientOptions options = ClientOptions.DEFAULT;
    private StoreClientFactory factory;

    ContinuousQuerySourceBuilder() {}

    /** Required: comma-separated {@code HOST:PORT} of the store, or of nodes of a cluster. */
    public ContinuousQuerySourceBuilder setStoreAddresses(String addresses) {
        this.addresses = addresses;
        return this;
    }

    /**
     * C-SPARQL texts ({@code REGISTER QUERY …}), registered when the job starts; registering the
     * same text again is harmless.
     */
    public ContinuousQuerySourceBuilder setQueries(String... texts) {
        this.queryTexts = List.of(texts);
        return this;
    }

    /** Names of queries that are registered already. */
    public ContinuousQuerySourceBuilder setQueryNames(String... names) {
        this.queryNames = List.of(names);
        return this;
    }

    /**
     * Names of templates whose queries are all read, including those registered later; see {@link
     * org.wukongs.client.TemplateClient#list}. A query has a record for a window end only if it has
     * rows.
     */
    public ContinuousQuerySourceBuilder setTemplates(String... names) {
        this.templates = List.of(names);
        return this;
    }

    /**
     * True: each of the queries is read with all others of its template, as by {@link
     * #setTemplates}, if queries of its kind can be read together; so results of other queries
     * come, too. False, the default: each is read on its own. Must not change when a job is
     * restored.
     */
    public ContinuousQuerySourceBuilder setWholeTemplates(boolean wholeTemplates) {
        this.wholeTemplates = wholeTemplates;
        return this;
    }

    /**
     * Streams to register before the queries. A query needs its streams; if a sink of the same job
     * writes them, the source may start first, so name them here too, with definitions equal to the
     * sink's.
     */
    public ContinuousQuerySourceBuilder setStreams(StreamDefinition... streams) {
        this.streams = Stream.of(streams).map(StreamSpec::of).toList();
        return this;
    }

    /**
     * A name for the source's reader in the store, which lets later jobs use its positions: a job
     * without state and with the same name continues after the windows that the last one released.
     * Two jobs must not use it at the same time. Without a name, each source that is built has a
     * reader of its own. A restored job keeps the reader of its state.
     */
    public ContinuousQuerySourceBuilder setReaderName(String readerName) {
        this.readerName = readerName;
        return this;
    }

    /**
     * The window with which a reader begins that is new to the store: {@link ReaderStart#earliest},
     * the default, {@link ReaderStart#latest} or {@link ReaderStart#timestamp}. A restored job
     * continues where it was.
     */
    public ContinuousQuerySourceBuilder setStart(ReaderStart start) {
        this.start = start;
        return this;
    }

    /**
     * Ends the source after the last window whose end is not after {@code windowEndMs}. If a
     * query's streams end earlier, the source waits for a writer that opens them again, unless it
     * is {@link #setBoundedByStreams bounded by streams} as well.
     */
    public ContinuousQuerySourceBuilder setEndWindowEndMs(long windowEndMs) {
        this.endWindowEndMs = windowEndMs;
        return this;
    }

    /**
     * Ends a query when all its streams have ended, after the window that ends at the first
     * multiple of its step after the newest tuple. A stream that ended in an earlier job and has
     * not been opened again counts as ended.
     */
    public ContinuousQuerySourceBuilder setBoundedByStreams(boolean boundedByStreams) {
        this.boundedByStreams = boundedByStreams;
        return this;
    }

    /** How many executions at most one request asks for; default {@value #WINDOWS_MAX_DEFAULT}. */
    public ContinuousQuerySourceBuilder setWindowsMax(int windowsMax) {
        this.windowsMax = windowsMax;
        return this;
    }

    /** How long a request may wait in the store for the next window; default 100 ms. */
    public ContinuousQuerySourceBuilder setFetchWait(Duration fetchWait) {
        this.fetchWait = fetchWait;
        return this;
    }

    /**
     * True, the default: the store keeps what windows need until a checkpoint with their results is
     * complete. False: until they have been read. Without checkpoints it must be false, or the
     * store's memory fills up until it holds the writers back.
     */
    public ContinuousQuerySourceBuilder setReleaseOnCheckpoint(boolean releaseOnCheckpoint) {
        this.releaseOnCheckpoint = releaseOnCheckpoint;
        return this;
    }

    /** How long the starting source waits for the store; default 30 s. */
    public ContinuousQuerySourceBuilder setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
        return this;
    }

    /**
     * What carries requests and replies, a token and TLS; by default memory that is shared with a
     * node on the same host where it can be, else TCP, and neither token nor TLS. Their files are
     * read where tasks run, the job manager included. Not used with another client factory.
     */
    public ContinuousQuerySourceBuilder setClientOptions(ClientOptions options) {
        this.options = options;
        return this;
    }

    /**
     * Another way to reach a store, for instance one in the same process; default is the network.
     */
    public ContinuousQuerySourceBuilder setStoreClientFactory(StoreClientFactory factory) {
        this.factory = factory;
        return this;
    }

    public ContinuousQuerySource build() {
        StoreConnector store =
                StoreConnector.of(
                        addresses,
                        connectTimeout,
                        factory == null ? StoreClientFactory.network(options) : factory);
        if (queryTexts.isEmpty() && queryNames.isEmpty() && templates.isEmpty()) {
            throw new IllegalArgumentException(
                    "no query: call setQueries(text…), setQueryNames(name…) or setTemplates(name…)");
        }
        checkNames("setQueries", queryTexts);
        checkNames("setQueryNames", queryNames);
        checkNames("setTemplates", templates);
        if (readerName != null && (readerName.isBlank() || readerName.startsWith(":"))) {
            throw new IllegalArgumentException(
                    "setReaderName: must not be blank or begin with a colon: readerName="
                            + readerName);
        }
        if (start == null || start.mode() == Mode.AT || start.mode() == Mode.RESUME) {
            throw new IllegalArgumentException(
                    "setStart: must be earliest, latest or timestamp: start=" + start);
        }
        if (endWindowEndMs == Long.MIN_VALUE) {
            throw new IllegalArgumentException(
                    "setEndWindowEndMs: not a time: windowEndMs=" + endWindowEndMs);
        }
        if (windowsMax < 1) {
            throw new IllegalArgumentException(
                    "setWindowsMax: must be at least 1: windowsMax=" + windowsMax);
        }
        if (fetchWait == null || fetchWait.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "setFetchWait: must be at least 1 ms: fetchWait=" + fetchWait);
        }
        return new ContinuousQuerySource(store, registration(), options());
    }

    private QueryRegistration registration() {
        String reader = readerName == null ? UUID.randomUUID().toString() : readerName;
        return new QueryRegistration(
                reader, streams, queryTexts, queryNames, templates, wholeTemplates);
    }

    private ReadOptions options() {
        return new ReadOptions(
                start,
                endWindowEndMs,
                boundedByStreams,
                windowsMax,
                fetchWait,
                releaseOnCheckpoint);
    }

    private static void checkNames(String method, List<String> values) {
        Set<String> seen = new HashSet<>();
        for (String value : values) {
            if (value.isBlank()) {
                throw new IllegalArgumentException(method + ": must not be blank");
            }
            if (!seen.add(value)) {
                throw new IllegalArgumentException(
                        method + ": given twice to one source: value=" + value);
            }
        }
    }
}
