package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that reads live results. Events are read as the HTML standard says for {@code
 * EventSource}: by lines, each with a field; an empty line dispatches.
 */
final class LiveClient implements AutoCloseable {

    /** An event; the type of results is "message". */
    record Event(String type, String id, List<JsonNode> data) {

        JsonNode only() {
            if (data.size() != 1) {
                throw new AssertionError("not one line: " + data);
            }
            return data.get(0);
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpResponse<InputStream> response;
    private final BufferedReader in;
    private final boolean events;
    private String lastId = "";

    private LiveClient(HttpResponse<InputStream> response) {
        this.response = response;
        this.in =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        this.events = contentType().equals("text/event-stream");
    }

    static LiveClient events(HttpTestStore store, String path, String... headers) {
        return open(store, path, "text/event-stream", headers);
    }

    static LiveClient lines(HttpTestStore store, String path, String... headers) {
        return open(store, path, "application/x-ndjson", headers);
    }

    private static LiveClient open(
            HttpTestStore store, String path, String accept, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(store.uri(path));
        request.header("Accept", accept);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return new LiveClient(store.client.send(request.build(), BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int status() {
        return response.statusCode();
    }

    String contentType() {
        return response.headers().firstValue("Content-Type").orElse("");
    }

    /** The id of the newest event that had one. */
    String lastId() {
        return lastId;
    }

    /** Returns the next event, or line as one; null at the end of the body. */
    Event next() {
        try {
            return events ? nextEvent() : nextLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Event nextLine() throws IOException {
        String line = in.readLine();
        while (line != null && line.isEmpty()) {
            line = in.readLine();
        }
        return line == null ? null : new Event("message", "", List.of(JSON.readTree(line)));
    }

    private Event nextEvent() throws IOException {
        String type = "message";
        List<JsonNode> data = new ArrayList<>();
        String id = lastId;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) {
                lastId = id;
                if (!data.isEmpty()) {
                    return new Event(type, id, data);
                }
                type = "message";
                continue;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
            switch (field) {
                case "event" -> type = value;
                case "id" -> id = value;
                case "data" -> data.add(JSON.readTree(value));
                case "retry" -> assertThat(Integer.parseInt(value)).isPositive();
                case "" -> {} // a comment
                default -> throw new AssertionError("no such field: " + line);
            }
        }
        return null;
    }

    /** The window ends of the next {@code count} events. */
    List<Long> windowEnds(int count) {
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Event event = next();
            for (JsonNode line : event.data()) {
                ends.add(line.path("windowEnd").longValue());
            }
        }
        return ends;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
