package org.wukongs.metadata.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreAddress;

/** A node of a cluster in a process of its own: {@code wukongs store --cluster …}. */
final class NodeProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader printed;
    private StoreAddress address;
    private String url; // null before it is needed

    /** Starts the process; {@link #awaitStart} waits until it serves. */
    NodeProcess(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens",
                        "java.base/java.nio=ALL-UNNAMED",
                        "--add-opens",
                        "java.base/sun.nio.ch=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.wukongs.store.cli.Wukongs"));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        printed =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits for a line that begins so, and returns what follows. */
    String await(String beginning) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = printed.readLine(); line != null; line = printed.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
            before.append(line).append('\n');
        }
        throw new IllegalStateException("the process has ended: " + before);
    }

    void awaitStart() throws IOException {
        address = StoreAddress.parse(await("store listening on "));
    }

    /** Asks over HTTP; the process has {@code --http}. */
    String get(String path, String query, String accepted)
            throws IOException, InterruptedException {
        if (url == null) {
            url = await("http listening on ").replaceAll("/$", "");
        }
        String text = URLEncoder.encode(query, StandardCharsets.UTF_8);
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + path + "?query=" + text))
                        .header("Accept", accepted)
                        .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    StoreAddress address() {
        return address;
    }

    /** As {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** As {@code kill -STOP}: it holds all connections and says nothing more. */
    void pause() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
    }

    /** Returns the exit code of a process that ends by itself. */
    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        kill();
    }
}
