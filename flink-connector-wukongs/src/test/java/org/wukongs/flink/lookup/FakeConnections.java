package org.wukongs.flink.lookup;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.StoreClient;
import org.wukongs.csparql.ResultForm;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;

/** Connections that know one-shot queries only, answered by a test. */
final class FakeConnections {

    private static final Pattern EXECUTION = Pattern.compile("\\(\\d+ ");

    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    private final Function<String, OneShotResult> answers;

    FakeConnections(Function<String, OneShotResult> answers) {
        this.answers = answers;
    }

    StoreConnector connector() {
        StoreClientFactory factory = (store, deadline) -> connect();
        return StoreConnector.of("fake:1", Duration.ofSeconds(1), factory);
    }

    private StoreClient connect() {
        opened.incrementAndGet();
        return (StoreClient)
                Proxy.newProxyInstance(
                        StoreClient.class.getClassLoader(),
                        new Class<?>[] {StoreClient.class},
                        (proxy, method, arguments) -> call(method.getName(), arguments));
    }

    private Object call(String method, Object[] arguments) {
        return switch (method) {
            case "query" -> answers.apply((String) arguments[0]);
            case "close" -> close();
            default -> throw new UnsupportedOperationException("not part of the fake: " + method);
        };
    }

    private Object close() {
        closed.incrementAndGet();
        return null;
    }

    /** A row for each execution of a text: its number, and {@code value}. */
    static OneShotResult answer(String text, String variable, String value) {
        int count = (int) EXECUTION.matcher(text).results().count();
        List<String[]> rows =
                IntStream.range(0, count)
                        .mapToObj(i -> new String[] {"\"" + i + "\"^^<integer>", value})
                        .toList();
        return new OneShotResult(1, ResultForm.SELECT, List.of("execution", variable), rows, 1_000);
    }
}
