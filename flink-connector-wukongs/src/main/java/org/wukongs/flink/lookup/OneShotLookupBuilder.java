package org.wukongs.flink.lookup;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.client.ClientOptions;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;

/**
 * Builds a {@link OneShotLookup}. Store addresses, query and output are required.
 *
 * @param <IN> element type
 * @param <OUT> type of the output
 */
@PublicEvolving
public final class OneShotLookupBuilder<IN, OUT> {

    private String addresses;
    private String query;
    private final Map<String, SerializableFunction<IN, String>> parameters = new LinkedHashMap<>();
    private LookupOutput<IN, OUT> output;
    private TypeInformation<OUT> outputType;
    private int connections = LookupSettings.CONNECTIONS_DEFAULT;
    private int batchMax = LookupSettings.Batches.LOOKUPS_MAX_DEFAULT;
    private Duration batchWait = Duration.ZERO;
    private Duration retryTimeout = LookupSettings.Retries.WITHIN_DEFAULT;
    private LookupSettings.Cache cache = LookupSettings.Cache.NONE;
    private Duration connectTimeout;
    private ClientOptions options = ClientOptions.DEFAULT;
    private StoreClientFactory factory;

    OneShotLookupBuilder() {}

    /** Required: comma-separated {@code HOST:PORT} of the store, or of nodes of a cluster. */
    public OneShotLookupBuilder<IN, OUT> setStoreAddresses(String addresses) {
        this.addresses = addresses;
        return this;
    }

    /** Required: a one-shot SELECT or ASK. */
    public OneShotLookupBuilder<IN, OUT> setQuery(String sparql) {
        this.query = sparql;
        return this;
    }

    /**
     * Sets a variable of the query to a term of each element: an N-Triples string, see {@link
     * org.wukongs.csparql.NTriples} for IRIs and literals. Null means that the element has no rows.
     *
     * @param name without question mark
     */
    public OneShotLookupBuilder<IN, OUT> setParameter(
            String name, SerializableFunction<IN, String> term) {
        parameters.put(name, term);
        return this;
    }

    /** Required: turns an element and its rows into output. */
    public OneShotLookupBuilder<IN, OUT> setOutput(
            LookupOutput<IN, OUT> output, TypeInformation<OUT> type) {
        this.output = output;
        this.outputType = type;
        return this;
    }

    /** Connections of a subtask, each with one request at a time; default 4. */
    public OneShotLookupBuilder<IN, OUT> setConnections(int connections) {
        this.connections = connections;
        return this;
    }

    /** How many lookups at most go in one request; default 64, 1 for a request each. */
    public OneShotLookupBuilder<IN, OUT> setBatchMax(int lookups) {
        this.batchMax = lookups;
        return this;
    }

    /**
     * How long a lookup waits for others before it is sent; default zero. Lookups that come while
     * all connections are busy are sent together anyway.
     */
    public OneShotLookupBuilder<IN, OUT> setBatchWait(Duration wait) {
        this.batchWait = wait;
        return this;
    }

    /**
     * Caches results in each subtask and evicts the least recently used. Without a cache, the
     * default, every element asks the store.
     *
     * @param rowsMax how many rows at most; a lookup without rows counts as one
     * @param expireAfterWrite older results are not used
     */
    public OneShotLookupBuilder<IN, OUT> setCache(long rowsMax, Duration expireAfterWrite) {
        if (rowsMax < 1 || expireAfterWrite.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "setCache: both must be positive: rowsMax="
                            + rowsMax
                            + " expireAfterWrite="
                            + expireAfterWrite);
        }
        this.cache = new LookupSettings.Cache(rowsMax, expireAfterWrite.toMillis());
        return this;
    }

    /**
     * How long a request that failed for a transient reason, such as a restart of the store, is
     * retried before the job fails; default 1 min, zero for no retries. The timeout of the
     * AsyncDataStream should be longer.
     */
    public OneShotLookupBuilder<IN, OUT> setRetryTimeout(Duration retryTimeout) {
        this.retryTimeout = retryTimeout;
        return this;
    }

    /** How long an attempt to connect may take; default 30 s. */
    public OneShotLookupBuilder<IN, OUT> setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
        return this;
    }

    /**
     * What carries requests and replies, a token and TLS; by default memory that is shared with a
     * node on the same host where it can be, else TCP, and neither token nor TLS. Their files are
     * read where tasks run, the job manager included. Not used with another client factory.
     */
    public OneShotLookupBuilder<IN, OUT> setClientOptions(ClientOptions options) {
        this.options = options;
        return this;
    }

    /**
     * Another way to reach a store, for instance one in the same process; default is the network.
     */
    public OneShotLookupBuilder<IN, OUT> setStoreClientFactory(StoreClientFactory factory) {
        this.factory = factory;
        return this;
    }

    public OneShotLookup<IN, OUT> build() {
        StoreConnector store =
                StoreConnector.of(
                        addresses,
                        connectTimeout,
                        factory == null ? StoreClientFactory.network(options) : factory);
        checkQuery();
        if (output == null || outputType == null) {
            throw new IllegalArgumentException(
                    "the output is missing: call setOutput(mapping, type)");
        }
        if (connections < 1 || batchMax < 1) {
            throw new IllegalArgumentException(
                    "setConnections, setBatchMax: must be at least 1: connections="
                            + connections
                            + " batchMax="
                            + batchMax);
        }
        if (batchWait.isNegative() || retryTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "setBatchWait, setRetryTimeout: must not be negative: batchWait="
                            + batchWait
                            + " retryTimeout="
                            + retryTimeout);
        }
        LookupSettings settings =
                new LookupSettings(
                        store,
                        connections,
                        new LookupSettings.Batches(batchMax, batchWait.toMillis()),
                        new LookupSettings.Retries(Integer.MAX_VALUE, retryTimeout),
                        cache);
        return new OneShotLookup<>(settings, query, parameters, output, outputType);
    }

    private void checkQuery() {
        if (query == null) {
            throw new IllegalArgumentException("the query is missing: call setQuery(\"SELECT …\")");
        }
        try {
            ParameterizedQuery.of(query, List.copyOf(parameters.keySet()));
        } catch (WukongsException e) {
            throw new IllegalArgumentException("setQuery, setParameter: " + e.getMessage(), e);
        }
    }
}
