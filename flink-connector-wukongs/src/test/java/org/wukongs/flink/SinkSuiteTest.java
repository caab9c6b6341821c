package org.wukongs.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.external.ExternalSystemDataReader;
import org.apache.flink.connector.testframe.external.sink.DataStreamSinkV2ExternalContext;
import org.apache.flink.connector.testframe.external.sink.TestingSinkSettings;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SinkTestSuiteBase;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.StringContext;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.WriterId;

/** Flink's own suite for sinks: start, stop with savepoint, other parallelism, metrics. */
@SuppressWarnings({
    "deprecation",
    "UnusedVariable"
}) // Flink's suite takes these fields, and that mode.
@Timeout(300)
final class SinkSuiteTest extends SinkTestSuiteBase<String> {

    @TestEnv private final MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

    @TestSemantics
    private final org.apache.flink.streaming.api.CheckpointingMode[] semantics = {
        org.apache.flink.streaming.api.CheckpointingMode.EXACTLY_ONCE
    };

    @TestContext
    private final ExternalContextFactory<StoreContext> context = name -> new StoreContext();

    /** A store of its own for each test; an element becomes a stored triple's object. */
    private static final class StoreContext
            implements DataStreamSinkV2ExternalContext<String>, StringContext {

        private static final StreamDefinition STREAM = StreamDefinition.of("suite");
        private static final int ELEMENT_COUNT = 100;

        private final RealStore store = new RealStore(STREAM);

        @Override
        public Sink<String> createSink(TestingSinkSettings settings) {
            return WukongsSink.<String>builder()
                    .setStoreAddresses(store.address())
                    .setStream(STREAM)
                    .setElementConverter(text -> new Tuple(0, "<x:s>", "<x:p>", '"' + text + '"'))
                    .build();
        }

        @Override
        public ExternalSystemDataReader<String> createSinkDataReader(TestingSinkSettings settings) {
            return new StoredObjects(store);
        }

        @Override
        public List<String> generateTestData(TestingSinkSettings settings, long seed) {
            Random random = new Random(seed);
            return LongStream.range(0, ELEMENT_COUNT)
                    .mapToObj(i -> i + "-" + random.nextInt(Integer.MAX_VALUE))
                    .toList();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /**
     * Reads what has been written when its job is over. A job that was stopped with a savepoint has
     * closed no batch, so the reader takes its place as the stream's writer and ends the stream.
     */
    private static final class StoredObjects implements ExternalSystemDataReader<String> {

        private final RealStore store;
        private final Set<String> seen = new HashSet<>();

        StoredObjects(RealStore store) {
            this.store = store;
        }

        @Override
        public List<String> poll(Duration timeout) {
            StreamStatus stream = store.client().status().streams().get(0);
            if (stream.openWriterCount() == 0 && stream.stableMs() != Long.MAX_VALUE) {
                endStream();
            }
            List<String> unseen = new ArrayList<>();
            for (String[] row : store.client().query("SELECT ?o { ?s ?p ?o }").rows()) {
                if (seen.add(row[0])) {
                    unseen.add(row[0].substring(1, row[0].length() - 1));
                }
            }
            return unseen;
        }

        private void endStream() {
            WriterId reader = new WriterId(StoreContext.STREAM.name(), 0, 1, "reader", 0);
            try (StoreClient.StreamWriter writer = store.client().openWriter(reader)) {
                writer.closeUpTo(StreamAdaptor.END_OF_STREAM);
                writer.flush();
            }
        }

        @Override
        public void close() {}
    }
}
