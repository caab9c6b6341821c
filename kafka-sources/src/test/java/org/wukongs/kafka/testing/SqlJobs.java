package org.wukongs.kafka.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** SQL statements in a session of their own, on the cluster of the test. */
public final class SqlJobs {

    private static final long TIMEOUT_S = 60;

    private final StreamTableEnvironment session;

    public SqlJobs() {
        Configuration config = new Configuration();
        config.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        session =
                StreamTableEnvironment.create(
                        StreamExecutionEnvironment.getExecutionEnvironment(config));
        session.getConfig().set("table.local-time-zone", "UTC");
        // One subtask, so that rows come in the order of their offsets.
        session.getConfig().set("table.exec.resource.default-parallelism", "1");
    }

    /** Runs a statement to its end; of one that has no end it is an error. */
    public void run(String statement) throws Exception {
        TableResult result = session.executeSql(statement);
        if (result.getJobClient().isPresent()) {
            result.await(TIMEOUT_S, TimeUnit.SECONDS);
        }
    }

    /** The rows of a bounded query, as text. */
    @SuppressWarnings("try") // Closing may be interrupted, which ends the test as well.
    public List<String> rows(String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> found = session.executeSql(query).collect()) {
            found.forEachRemaining(row -> rows.add(row.toString()));
        }
        return rows;
    }
}
