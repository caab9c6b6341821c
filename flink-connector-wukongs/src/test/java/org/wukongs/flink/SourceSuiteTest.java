package org.wukongs.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.external.ExternalSystemSplitDataWriter;
import org.apache.flink.connector.testframe.external.source.DataStreamSourceExternalContext;
import org.apache.flink.connector.testframe.external.source.TestingSourceSettings;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SourceTestSuiteBase;
import org.junit.jupiter.api.Timeout;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.flink.testing.MappedSource;
import org.wukongs.flink.testing.QueryStore;
import org.wukongs.flink.testing.StringContext;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Flink's own suite for sources: splits, savepoints, other parallelism, idle readers, metrics, and
 * a TaskManager that fails.
 */
@SuppressWarnings("UnusedVariable") // The suite finds the fields by their annotations.
@Timeout(300)
final class SourceSuiteTest extends SourceTestSuiteBase<String> {

    @TestEnv private final MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

    @TestSemantics
    private final org.apache.flink.core.execution.CheckpointingMode[] semantics = {
        org.apache.flink.core.execution.CheckpointingMode.EXACTLY_ONCE
    };

    @TestContext
    private final ExternalContextFactory<StoreContext> context = name -> new StoreContext();

    /**
     * A store of its own for each test. A split is a query over a stream of its own; an element is
     * the object of the only tuple in a window.
     */
    private static final class StoreContext
            implements DataStreamSourceExternalContext<String>, StringContext {

        private static final int ELEMENT_COUNT = 50;

        private final QueryStore store = new QueryStore();
        private int queryCount;

        @Override
        public Source<String, ?, ?> createSource(TestingSourceSettings settings) {
            String address = store.address();
            boolean bounded = settings.getBoundedness() == Boundedness.BOUNDED;
            return new MappedSource<>(
                    () -> source(address, bounded),
                    result -> result.rows().get(0)[0],
                    Types.STRING);
        }

        /** Of the queries that there are when it starts: the suite makes sources before splits. */
        private static ContinuousQuerySource source(String address, boolean bounded) {
            ContinuousQuerySourceBuilder source =
                    ContinuousQuerySource.builder()
                            .setStoreAddresses(address)
                            .setQueryNames(QueryStore.queryNames(address));
            if (bounded) {
                source.setEndWindowEndMs(ELEMENT_COUNT * WindowWriter.WINDOW_MS);
            }
            return source.build();
        }

        @Override
        public ExternalSystemSplitDataWriter<String> createSourceSplitDataWriter(
                TestingSourceSettings settings) {
            String stream = "s" + queryCount;
            String query = "q" + queryCount++;
            store.open(StreamDefinition.of(stream));
            store.client()
                    .registerQuery(
                            "REGISTER QUERY "
                                    + query
                                    + " AS SELECT ?o FROM STREAM "
                                    + stream
                                    + " [RANGE 100ms STEP 100ms] WHERE { ?s ?p ?o }");
            return new WindowWriter(store, stream);
        }

        @Override
        public List<String> generateTestData(
                TestingSourceSettings settings, int splitIndex, long seed) {
            Random random = new Random(seed);
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < ELEMENT_COUNT; i++) {
                elements.add("\"" + splitIndex + "-" + i + "-" + random.nextInt() + '"');
            }
            return elements;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /** Each element in a window of its own, behind the one before. */
    private static final class WindowWriter implements ExternalSystemSplitDataWriter<String> {

        private static final long WINDOW_MS = 100;

        private final QueryStore store;
        private final String stream;
        private long nextMs;

        WindowWriter(QueryStore store, String stream) {
            this.store = store;
            this.stream = stream;
        }

        @Override
        public void writeRecords(List<String> elements) {
            List<Tuple> tuples = new ArrayList<>();
            for (String element : elements) {
                tuples.add(new Tuple(nextMs, "<x:s>", "<x:p>", element));
                nextMs += WINDOW_MS;
            }
            store.write(stream, tuples, nextMs);
        }

        @Override
        public void close() {}
    }
}
