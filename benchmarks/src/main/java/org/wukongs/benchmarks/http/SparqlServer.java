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
    private static final int LOAD_MINUTES_MAX = 10;

    /** The servers that can be measured. */
    enum Name {
        WUKONGS,
        FUSEKI,
        OXIGRAPH;

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
        int port = freePort();
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseParallelGC",
                        "-DFUSEKI_BASE=" + folder.resolve("fuseki-base"),
                        "-jar",
                        jar.toString(),
                        "--localhost",
                        "--port=" + port,
                        "--file=" + nTriples,
                        "/ds");
        return background("fuseki", folder, command, port, "/ds/sparql");
    }

    /** Oxigraph's server, read only, over a folder that its bulk loader has filled. */
    static SparqlServer oxigraph(Path folder, Path program, Path nTriples) throws IOException {
        Files.createDirectories(folder);
        Path location = Files.createTempDirectory(folder, "oxigraph");
        String at = "--location=" + location;
        ChildProcess.run(
                "oxigraph",
                folder,
                List.of(program.toString(), "load", at, "--file=" + nTriples),
                LOAD_MINUTES_MAX);
        int port = freePort();
        List<String> command =
                List.of(program.toString(), "serve-read-only", at, "--bind=localhost:" + port);
        return background("oxigraph", folder, command, port, "/query");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static SparqlServer background(
            String name, Path folder, List<String> command, int port, String path)
            throws IOException {
        Files.createDirectories(folder);
        ChildProcess process = ChildProcess.background(name, folder, command);
        URI endpoint = URI.create("http://localhost:" + port + path);
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
