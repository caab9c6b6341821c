package org.wukongs.flink.sink;

import java.time.Duration;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.client.ClientOptions;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Builds a {@link WukongsSink}. Store addresses and stream are required.
 *
 * @param <T> element type
 */
@PublicEvolving
public final class WukongsSinkBuilder<T> {

    /** About 20 MB of short triples in each subtask. */
    public static final int TUPLES_BUFFERED_MAX_DEFAULT = 100_000;

    /** Longer than a brief network failure, shorter than a restart of the job. */
    public static final Duration RECONNECT_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    private String addresses;
    private StreamDefinition stream;
    private TupleFunction<T> converter;
    private Duration connectTimeout;
    private Duration reconnectTimeout = RECONNECT_TIMEOUT_DEFAULT;
    private ClientOptions options = ClientOptions.DEFAULT;
    private StoreClientFactory factory;
    private int tuplesBufferedMax = TUPLES_BUFFERED_MAX_DEFAULT;
    private Duration idleTimeout = Duration.ZERO;
    private OnError onError = OnError.FAIL;
    private DeadLetters<T, ?> deadLetters; // null for none
    private TupleTimes times = TupleTimes.OWN;
    private boolean upserts;

    WukongsSinkBuilder() {}

    /** Required: comma-separated {@code HOST:PORT} of the store, or of nodes of a cluster. */
    public WukongsSinkBuilder<T> setStoreAddresses(String addresses) {
        this.addresses = addresses;
        return this;
    }

    /** Required: the stream to write; it is registered when the job starts. */
    public WukongsSinkBuilder<T> setStream(StreamDefinition stream) {
        this.stream = stream;
        return this;
    }

    /**
     * Converts each element to a tuple; this or the next is required unless elements are tuples.
     */
    public WukongsSinkBuilder<T> setElementConverter(SerializableFunction<T, Tuple> converter) {
        this.converter = converter == null ? null : ElementTuples.one(converter);
        return this;
    }

    /** Converts each element to any number of tuples; replaces {@link #setElementConverter}. */
    public WukongsSinkBuilder<T> setTupleFunction(TupleFunction<T> converter) {
        this.converter = converter;
        return this;
    }

    /**
     * How many tuples of open batches a subtask buffers; beyond that, tuples are sent before their
     * batch is closed. Default {@value #TUPLES_BUFFERED_MAX_DEFAULT}.
     */
    public WukongsSinkBuilder<T> setTuplesBufferedMax(int tuplesBufferedMax) {
        this.tuplesBufferedMax = tuplesBufferedMax;
        return this;
    }

    /**
     * A subtask that gets neither tuple nor watermark for so long (up to twice as long) stops
     * holding the stream back until it gets something again; tuples that then come for batches
     * closed by the other subtasks are late. Default zero: never.
     */
    public WukongsSinkBuilder<T> setIdleTimeout(Duration idleTimeout) {
        this.idleTimeout = idleTimeout;
        return this;
    }

    /**
     * What becomes of an element without a valid tuple: the converter throws a {@link
     * BadTupleException} or another USER error, or returns null, or a term is not valid, or the
     * event time is not between 1970 and 9999. Default {@link OnError#FAIL}. {@link
     * #setDeadLetters} and {@link WukongsSink#splitBad} keep such elements.
     */
    public WukongsSinkBuilder<T> setOnError(OnError onError) {
        this.onError = onError;
        return this;
    }

    /**
     * Which event times tuples get; default {@link TupleTimes#OWN}. Tuples that say triples and
     * take them back need one of the others, unless their own times are in the order of the
     * changes. Then an element of removals waits for the next element: if that is the new version
     * of the same row, both get one time.
     */
    public WukongsSinkBuilder<T> setTupleTimes(TupleTimes times) {
        this.times = times;
        return this;
    }

    /**
     * Whether a tuple replaces what its subject has for its predicate in the stored graph, and a
     * removal takes all of that back, whatever its object. Needs {@link TupleTimes#ARRIVAL}; key
     * the input by subject and predicate. Subjects must not be blank nodes. Default false.
     */
    public WukongsSinkBuilder<T> setUpserts(boolean upserts) {
        this.upserts = upserts;
        return this;
    }

    /** How long a starting subtask waits for the store; default 30 s. */
    public WukongsSinkBuilder<T> setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
        return this;
    }

    /**
     * How long a subtask that has lost its connection tries to reconnect before it fails; default
     * 10 s, zero for no tries. It continues where it was, so nothing is lost or doubled. Not used
     * with another client factory.
     */
    public WukongsSinkBuilder<T> setReconnectTimeout(Duration reconnectTimeout) {
        this.reconnectTimeout = reconnectTimeout;
        return this;
    }

    /**
     * What carries requests and replies, a token and TLS; by default memory that is shared with a
     * node on the same host where it can be, else TCP, and neither token nor TLS. Their files are
     * read where tasks run, the job manager included. Not used with another client factory.
     */
    public WukongsSinkBuilder<T> setClientOptions(ClientOptions options) {
        this.options = options;
        return this;
    }

    /**
     * Another way to reach a store, for instance one in the same process; default is the network.
     */
    public WukongsSinkBuilder<T> setStoreClientFactory(StoreClientFactory factory) {
        this.factory = factory;
        return this;
    }

    /**
     * Turns elements without a valid tuple into letters, which another sink writes at least once;
     * replaces {@link #setOnError}. Each checkpoint waits until they are written; the sink must not
     * need a committer. Such elements are counted and logged as with {@link OnError#SKIP}.
     *
     * @param <D> letter
     */
    public <D> WukongsSinkBuilder<T> setDeadLetters(DeadLetterFunction<T, D> letter, Sink<D> sink) {
        this.deadLetters = new DeadLetters<>(letter, sink);
        return this;
    }

    public WukongsSink<T> build() {
        if (reconnectTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "setReconnectTimeout: must not be negative: reconnectTimeout="
                            + reconnectTimeout);
        }
        StoreClientFactory clients =
                factory == null ? StoreClientFactory.network(reconnectTimeout, options) : factory;
        StoreConnector store = StoreConnector.of(addresses, connectTimeout, clients);
        if (stream == null) {
            throw new IllegalArgumentException(
                    "the stream is missing: call setStream(StreamDefinition)");
        }
        if (tuplesBufferedMax < 1) {
            throw new IllegalArgumentException(
                    "setTuplesBufferedMax: must be at least 1: tuplesBufferedMax="
                            + tuplesBufferedMax);
        }
        if (idleTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "setIdleTimeout: must not be negative: idleTimeout=" + idleTimeout);
        }
        if (onError == null) {
            throw new IllegalArgumentException("setOnError: must not be null");
        }
        if (times == null) {
            throw new IllegalArgumentException("setTupleTimes: must not be null");
        }
        checkUpserts();
        WriterOptions options =
                new WriterOptions(
                        tuplesBufferedMax, idleTimeout.toMillis(), onError, times, upserts);
        TupleFunction<T> toTuples =
                converter == null ? ElementTuples.one(WukongsSinkBuilder::asTuple) : converter;
        return new WukongsSink<>(store, StreamSpec.of(stream), toTuples, options, deadLetters);
    }

    private void checkUpserts() {
        if (upserts && times != TupleTimes.ARRIVAL) {
            throw new IllegalArgumentException(
                    "setUpserts: needs setTupleTimes(TupleTimes.ARRIVAL): times=" + times);
        }
        if (upserts && !stream.timingPredicates().isEmpty()) {
            throw new IllegalArgumentException(
                    "setUpserts: a stream with timing predicates does not store all triples:"
                            + " stream="
                            + stream.name());
        }
    }

    private static Tuple asTuple(Object element) {
        if (element == null || element instanceof Tuple) {
            return (Tuple) element;
        }
        throw new IllegalArgumentException(
                "element is not a Tuple: call setElementConverter: class="
                        + element.getClass().getName());
    }
}
