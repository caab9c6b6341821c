package org.wukongs.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store is told to end while queries that would take hours have all of its workers. */
@Timeout(120)
final class EndWhilePinnedTest {

    private static final int HOUR_MS = 3_600_000;
    private static final int QUERY_COUNT = 6; // of two workers
    private static final int END_SECONDS_MAX = 20;

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {"regex, constant", "product, counted", "paths of all", "digits in filter"})
    void endsWithin(String name) throws Exception {
        Path errors = directory.resolve("err");
        try (HostileStore store = HostileStore.start(errors, HOUR_MS)) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < QUERY_COUNT; i++) {
                answers.add(store.begin(HostileTexts.all().get(name)));
            }
            int active = QUERY_COUNT + 1; // and the request for the metrics
            while (!store.metrics().contains("wukongs_http_requests_active " + active + ".0\n")) {
                assertThat(store.isAlive()).isTrue();
            }
            assertThat(store.endsWithin(END_SECONDS_MAX)).as(Files.readString(errors)).isTrue();
            for (CompletableFuture<Integer> answer : answers) {
                assertThat(status(answer)).isNotEqualTo(200);
            }
        }
    }

    /** -1 for a connection that broke off. */
    private static int status(CompletableFuture<Integer> answer) throws Exception {
        try {
            return answer.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            return -1;
        }
    }
}
