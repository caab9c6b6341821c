package org.wukongs.store.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.wukongs.naive.Waits;

/**
 * One page of a headless Chromium, by its DevTools protocol. It presses keys and clicks as a person
 * does, and notes whatever the page complains about.
 */
final class Chromium implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long ANSWER_SECONDS_MAX = 100;
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int requestCount;

    private Chromium(Process process, URI page) {
        this.process = process;
        this.socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(page, new Messages())
                        .join();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
    }

    /** Returns the program, null if this machine has none. */
    static Path program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** Starts one that keeps everything in {@code folder}. */
    static Chromium start(Path program, Path folder) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                program.toString(),
                                "--headless=new",
                                "--no-sandbox", // which root has not; it only loads our pages
                                "--disable-gpu",
                                "--disable-dev-shm-usage",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--no-first-run",
                                "--hide-scrollbars",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + folder,
                                "about:blank")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("chromium.log").toFile())
                        .start();
        boolean started = false;
        try {
            Path file = folder.resolve("DevToolsActivePort");
            Waits.await(() -> portOf(file) != null || !process.isAlive());
            URI list = URI.create("http://127.0.0.1:" + portOf(file) + "/json/list");
            HttpClient client = HttpClient.newHttpClient();
            String text =
                    client.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                            .body();
            for (JsonNode page : JSON.readTree(text)) {
                if (page.path("type").asText().equals("page")) {
                    Chromium chromium =
                            new Chromium(
                                    process,
                                    URI.create(page.path("webSocketDebuggerUrl").asText()));
                    started = true;
                    return chromium;
                }
            }
            throw new IllegalStateException("Chromium has no page: " + text);
        } finally {
            if (!started) {
                process.destroyForcibly();
            }
        }
    }

    private static String portOf(Path file) {
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            return lines.size() < 2 ? null : lines.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Collects messages, which may come in parts. */
    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                try {
                    arrived(JSON.readTree(text.toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void arrived(JsonNode message) {
        CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
        if (answer != null) {
            answer.complete(message);
            return;
        }
        JsonNode params = message.path("params");
        switch (message.path("method").asText()) {
            case "Runtime.exceptionThrown" -> complaints.add(params.toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning").contains(params.path("type").asText())) {
                    complaints.add(params.toString());
                }
            }
            case "Log.entryAdded" -> {
                JsonNode entry = params.path("entry");
                // Not those of the network, which are refusals, nor advice about rendering.
                if (List.of("security", "javascript", "deprecation", "violation")
                        .contains(entry.path("source").asText())) {
                    complaints.add(entry.path("text").asText());
                }
            }
            default -> {
                // of no interest
            }
        }
    }

    /** Sends a command and returns its result. */
    JsonNode send(String method, Map<String, ?> params) {
        int id = ++requestCount;
        ObjectNode request = JSON.createObjectNode();
        request.put("id", id).put("method", method).set("params", JSON.valueToTree(params));
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(request.toString(), true).join();
        try {
            JsonNode message = answer.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            if (message.has("error")) {
                throw new IllegalStateException(method + ": " + message);
            }
            return message.path("result");
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method, e);
        }
    }

    /** Evaluates an expression of JavaScript; waits for a promise. */
    JsonNode evaluate(String expression) {
        JsonNode result =
                send(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "awaitPromise",
                                true,
                                "returnByValue",
                                true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result);
        }
        return result.path("result").path("value");
    }

    /** Waits until an expression is true. */
    void await(String expression) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS_MAX);
        Waits.await(
                () -> {
                    if (evaluate("Boolean(" + expression + ")").asBoolean()) {
                        return true;
                    }
                    if (System.nanoTime() - endNs < 0) {
                        return false;
                    }
                    String page = evaluate("document.body.innerText").asText();
                    throw new AssertionError(
                            "never true: " + expression + "\n" + complaints + "\n" + page);
                });
    }

    /** Waits until an element has a text somewhere. */
    void awaitText(String selector, String text) {
        await(
                "[...document.querySelectorAll("
                        + quoted(selector)
                        + ")].some(e => e.innerText.includes("
                        + quoted(text)
                        + "))");
    }

    static String quoted(String text) {
        return JSON.valueToTree(text).toString();
    }

    void open(String url) {
        send("Page.navigate", Map.of("url", url));
        await(
                "document.readyState === 'complete' && location.href.startsWith("
                        + quoted(url)
                        + ")");
    }

    /** Presses the mouse in the middle of an element; again if it has moved meanwhile. */
    void click(String selector) {
        do {
            await("document.querySelector(" + quoted(selector) + ")");
            JsonNode place =
                    evaluate(
                            "(() => { const e = document.querySelector("
                                    + quoted(selector)
                                    + "); e.scrollIntoView({block: 'center'}); window.hit = false;"
                                    + " e.addEventListener('click', () => { window.hit = true; });"
                                    + " const r = e.getBoundingClientRect();"
                                    + " return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
            for (String type : List.of("mousePressed", "mouseReleased")) {
                send(
                        "Input.dispatchMouseEvent",
                        Map.of(
                                "type",
                                type,
                                "x",
                                place.path("x").asDouble(),
                                "y",
                                place.path("y").asDouble(),
                                "button",
                                "left",
                                "clickCount",
                                1));
            }
        } while (evaluate("window.hit === false").asBoolean()); // undefined on another page
    }

    /** Types a text where the focus is, in place of all that is there. */
    void type(String text) {
        key("a", "KeyA", 65, 2);
        key("Delete", "Delete", 46, 0); // else the browser itself styles what replaces styled text
        send("Input.insertText", Map.of("text", text));
    }

    /** Presses a key; {@code modifiers} is 2 for Control, 8 for Shift. */
    void key(String key, String code, int number, int modifiers) {
        for (String type : List.of("keyDown", "keyUp")) {
            send(
                    "Input.dispatchKeyEvent",
                    Map.of(
                            "type",
                            type,
                            "text",
                            key.equals("Enter") && type.equals("keyDown") ? "\r" : "",
                            "key",
                            key,
                            "code",
                            code,
                            "windowsVirtualKeyCode",
                            number,
                            "modifiers",
                            modifiers));
        }
    }

    void size(int width, int height, boolean dark) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        width,
                        "height",
                        height,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        width < 500));
        send(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of(
                                        "name",
                                        "prefers-color-scheme",
                                        "value",
                                        dark ? "dark" : "light"))));
    }

    byte[] screenshot() {
        JsonNode image = send("Page.captureScreenshot", Map.of("format", "png"));
        return Base64.getDecoder().decode(image.path("data").asText());
    }

    /** Returns what the page has complained about since the last call, such as its policy. */
    List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        complaints.clear();
        return all;
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
