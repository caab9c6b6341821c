package org.wukongs.benchmarks.http;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.StoreProcess;
import org.wukongs.error.WukongsException;

/** A SPARQL endpoint in a process of its own, with a graph. */
record SparqlServer(ChildProcess process, URI endpoint) implements AutoCloseable {

    private static final int TRIES = 600;
    private static final long PAUSE_MS = 500;

    /** The servers that can be measured. */
    enum Name {
        WUKONGS,
        FUSEKI;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** This project's store, loaded as {@code wukongs load} does. */
    static SparqlServer wukongs(Path folder, String heap, Path nTriples) throws IOException {
        List<String> flags = new ArrayList<>(ChildProcess.storeFlags(heap));
        flags.add("-XX:-UseDynamicNumberOfCompilerThreads");
        ChildProcess process = StoreProcess.start(folder, flags, 0, "--http", "0");
        boolean loaded = false;
        try {
            String store = process.ready();
            URI endpoint = URI.create(process.said("http listening on ") + "sparql");
            if (nTriples != null) {
                EmbeddedStore.loadInto(store, nTriples);
            }
            loaded = true;
            return new SparqlServer(process, endpoint);
        } finally {
            if (!loaded) {
                process.close();
            }
        }
    }

    /** Apache Jena Fuseki over a dataset in memory, from its jar. */
    static SparqlServer fuseki(Path folder, String heap, Path jar, Path nTriples)
            throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseParallelGC",
                        "-jar",
                        jar.toString(),
                        "--localhost",
                        "--port=" + port,
                        "--file=" + nTriples,
                        "/ds");
        Files.createDirectories(folder);
        ChildProcess process = ChildProcess.background("fuseki", folder, command);
        URI endpoint = URI.create("http://localhost:" + port + "/ds/sparql");
        boolean answers = false;
        try {
            awaitAnswer(process, endpoint);
            answers = true;
            return new SparqlServer(process, endpoint);
        } finally {
            if (!answers) {
                process.kill();
            }
        }
    }

    private static void awaitAnswer(ChildProcess process, URI endpoint) throws IOException {
        byte[] ask = KeptConnection.request(endpoint, "ASK {}", "*/*");
        for (int i = 0; i < TRIES; i++) {
            process.requireAlive();
            try (KeptConnection connection = new KeptConnection(endpoint)) {
                connection.ask(ask);
                return;
            } catch (IOException e) {
                pause();
            }
        }
        throw WukongsException.fatal("does not answer: endpoint=" + endpoint);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        }
    }

    @Override
    public void close() {
        process.kill();
    }
}
