package org.wukongs.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.FileUtils;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** A store of its own, and a SQL session that knows its address. */
final class SqlSession implements AutoCloseable {

    private static final TypeInformation<Row> TRIPLE =
            Types.ROW_NAMED(
                    new String[] {"s", "p", "o", "ts"},
                    Types.STRING,
                    Types.STRING,
                    Types.STRING,
                    Types.INSTANT);

    private final Path data; // of the session that has the store
    private final StoreServer store; // null where another session has it
    private final StoreAddress address;
    private final StoreClient client;
    private final StreamExecutionEnvironment env;
    private final StreamTableEnvironment tables;

    /** To be called in the test method, so that its MiniCluster is used. */
    SqlSession() {
        this(dataDirectory(), StoreConfig.DEFAULT);
    }

    /** As above, with a store that keeps nothing but what readers hold. */
    static SqlSession keepingNothing() {
        return new SqlSession(dataDirectory(), StoreConfig.builder().keptTupleCount(0).build());
    }

    private SqlSession(Path data, StoreConfig config) {
        this(data, StoreServer.start(config, DataDirectory.open(data, 1), "127.0.0.1", 0));
    }

    private SqlSession(Path data, StoreServer store) {
        this(data, store, store.address());
    }

    private SqlSession(Path data, StoreServer store, StoreAddress address) {
        this.data = data;
        this.store = store;
        this.address = address;
        client = StoreClient.connect(List.of(address), Duration.ofSeconds(10));
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(2);
        tables = StreamTableEnvironment.create(env);
        tables.getConfig().set("table.local-time-zone", "UTC");
    }

    /** Another session with the same store, to be closed before this one. */
    SqlSession next() {
        return new SqlSession(data, null, address);
    }

    /** Ends this session and its store; the new one restores the newest checkpoint. */
    SqlSession restarted() {
        end();
        return new SqlSession(data, StoreConfig.DEFAULT);
    }

    private static Path dataDirectory() {
        try {
            return Files.createTempDirectory("store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the store keeps its checkpoints. */
    Path data() {
        return data;
    }

    StreamExecutionEnvironment env() {
        return env;
    }

    StreamTableEnvironment tables() {
        return tables;
    }

    StoreClient client() {
        return client;
    }

    String address() {
        return address.toString();
    }

    /** With the catalog {@code wk}. */
    SqlSession withCatalog() {
        execute("CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = '" + address() + "')");
        return this;
    }

    /** {@code localhost:7878} in a statement is this session's store. */
    void execute(String statement) {
        tables.executeSql(here(statement));
    }

    /** Runs an INSERT to its end. */
    void insert(String statement) throws Exception {
        tables.executeSql(here(statement)).await();
    }

    /** All rows as text, sorted. */
    @SuppressWarnings("try") // close() may be interrupted, and so it declares.
    List<String> rows(String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> found = tables.executeSql(here(query)).collect()) {
            found.forEachRemaining(row -> rows.add(row.toString()));
        }
        Collections.sort(rows);
        return rows;
    }

    private String here(String statement) {
        return statement.replace("localhost:7878", address());
    }

    /** A view (s, p, o, ts) with a watermark, of lines "ms s p o"; bounded. */
    void triples(String view, String... lines) {
        List<Row> rows = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split(" ", 4);
            Instant time = Instant.ofEpochMilli(Long.parseLong(parts[0]));
            rows.add(Row.of(parts[1], parts[2], parts[3], time));
        }
        triples(view, env.fromData(rows, TRIPLE).map(row -> row));
    }

    /** As above, of rows (s, p, o, ts). */
    void triples(String view, SingleOutputStreamOperator<Row> triples) {
        Schema schema =
                Schema.newBuilder()
                        .column("s", DataTypes.STRING())
                        .column("p", DataTypes.STRING())
                        .column("o", DataTypes.STRING())
                        .column("ts", DataTypes.TIMESTAMP_LTZ(3))
                        .watermark("ts", "ts - INTERVAL '1' SECOND")
                        .build();
        tables.createTemporaryView(view, triples.returns(TRIPLE), schema);
    }

    /** Loads triples, "s p o" with N-Triples terms, into a stored graph. */
    void load(String graph, String... triples) {
        List<Tuple> tuples = new ArrayList<>();
        for (String triple : triples) {
            String[] terms = triple.split(" ", 3);
            tuples.add(new Tuple(0, terms[0], terms[1], terms[2]));
        }
        client.load(
                graph, new TupleEncoder(client.strings()).encode(new TupleBatch(0, false, tuples)));
    }

    @Override
    public void close() {
        end();
        if (store != null) {
            FileUtils.deleteDirectoryQuietly(data.toFile());
        }
    }

    private void end() {
        client.close();
        if (store != null) {
            store.close();
        }
    }
}
