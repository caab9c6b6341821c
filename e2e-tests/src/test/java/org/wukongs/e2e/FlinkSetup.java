package org.wukongs.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.wukongs.kafka.broker.EmbeddedKafka;

/**
 * What the tests over real processes of Flink share, as it takes long to start: a broker, and a
 * cluster of {@value #SLOTS} TaskManagers of one slot each. A test leaves no job in it.
 */
final class FlinkSetup implements AutoCloseable {

    static final int SLOTS = 2;

    private final Path directory;
    private final EmbeddedKafka kafka;
    private final FlinkCluster cluster;

    private FlinkSetup() throws IOException {
        directory = Files.createTempDirectory("wukongs-flink");
        kafka = EmbeddedKafka.start();
        try {
            cluster = FlinkCluster.start(directory, SLOTS);
        } catch (IOException | RuntimeException | AssertionError e) {
            kafka.close();
            throw e;
        }
    }

    /** Where the cluster has its files. */
    Path directory() {
        return directory;
    }

    /** Bootstrap servers of the broker. */
    String kafka() {
        return kafka.bootstrapServers();
    }

    FlinkCluster cluster() {
        return cluster;
    }

    @Override
    public void close() {
        cluster.close();
        kafka.close();
        FileUtils.deleteDirectoryQuietly(directory.toFile());
    }

    /** Gives it to tests; the first one starts it, and it ends behind the last test of the JVM. */
    static final class Shared implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == FlinkSetup.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(FlinkSetup.class, type -> start(), FlinkSetup.class);
        }

        private static FlinkSetup start() {
            try {
                return new FlinkSetup();
            } catch (IOException e) {
                throw new AssertionError("Flink could not be started", e);
            }
        }
    }
}
