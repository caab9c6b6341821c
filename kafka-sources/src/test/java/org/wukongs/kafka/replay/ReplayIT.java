package org.wukongs.kafka.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.Seeds;
import org.wukongs.kafka.testing.SharedKafka;
import org.wukongs.kafka.testing.Topic;
import org.wukongs.stream.Tuple;

/** Replays into a real broker, ended in every way. What counts is what committed readers see. */
class ReplayIT {

    private static final int TUPLES = 20_000;
    private static final int KILLS = 4;

    @TempDir private Path folder;

    private final Topic a = Topic.create("replay-a");
    private final Topic b = Topic.create("replay-b");
    private final Random random = Seeds.random(ReplayIT.class);
    private final List<Tuple> tuplesOfA = TestFiles.tuples(random, "a", TUPLES);
    private final List<Tuple> tuplesOfB = TestFiles.tuples(random, "b", TUPLES / 2);

    @Test
    void killedProcessesLeaveNoGapAndNoRepeat() throws Exception {
        Path fileA = TestFiles.gzip(TestFiles.write(folder.resolve("a.tsv"), tuplesOfA));
        Path fileB = TestFiles.write(folder.resolve("b.tsv"), tuplesOfB);
        for (int kill = 0; kill < KILLS; kill++) {
            killAfterSome(fileA, fileB, 1 + random.nextInt(4));
        }
        Process last = start(fileA, fileB);
        List<String> lines = last.inputReader(UTF_8).lines().toList();
        assertThat(last.waitFor()).as(lines.toString()).isZero();
        assertThat(lines).last().isEqualTo("end " + (TUPLES + TUPLES / 2) + " true");
        assertThat(tuples(a)).isEqualTo(tuplesOfA);
        assertThat(tuples(b)).isEqualTo(tuplesOfB);
    }

    @Test
    void aReplayIsDoneOnce() throws IOException {
        assertThat(replay(ReplayPace.MAX, () -> true).run(progress -> {}))
                .isEqualTo(new ReplayProgress(TUPLES + TUPLES / 2, 0, 0, 1, true));
        assertThat(tuples(a)).isEqualTo(tuplesOfA);
        assertThat(tuples(b)).isEqualTo(tuplesOfB);
        ReplayProgress again = replay(ReplayPace.MAX, () -> true).run(progress -> {});
        assertThat(again.earlier()).isEqualTo(again.tuples()).isEqualTo(TUPLES + TUPLES / 2);
        assertThat(a.read()).hasSize(TUPLES);
        assertThat(a.read().get(0).key()).isNull();
    }

    @Test
    void oneThatIsToldToEndGoesOnLater() throws IOException {
        int[] waits = new int[1];
        Replay first = replay(ReplayPace.rate(1000), () -> ++waits[0] <= 3000);
        ReplayProgress ended = first.run(progress -> {});
        assertThat(ended.complete()).isFalse();
        assertThat(ended.tuples()).isBetween(1000L, 3001L);
        assertThat(a.read().size() + b.read().size()).isEqualTo((int) ended.tuples());
        Replay second = replay(ReplayPace.MAX, () -> true);
        assertThat(second.name()).isEqualTo(first.name());
        assertThat(second.run(progress -> {}).earlier()).isEqualTo(ended.tuples());
        assertThat(tuples(a)).isEqualTo(tuplesOfA);
        assertThat(tuples(b)).isEqualTo(tuplesOfB);
    }

    /** The second one runs to its end in the middle of the first. */
    @Test
    void ofTwoAtATimeTheLaterOneWins() throws IOException {
        int[] waits = new int[1];
        Replay first =
                replay(
                        ReplayPace.rate(1000),
                        () -> {
                            if (++waits[0] == 500) {
                                replayUnchecked().run(progress -> {});
                            }
                            return true;
                        });
        assertThatThrownBy(() -> first.run(progress -> {}))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("bootstrap=" + SharedKafka.bootstrapServers());
        assertThat(tuples(a)).isEqualTo(tuplesOfA);
        assertThat(tuples(b)).isEqualTo(tuplesOfB);
    }

    @Test
    void aNameBelongsToItsSources() throws IOException {
        Path file = TestFiles.write(folder.resolve("one.tsv"), tuplesOfA.subList(0, 10));
        run("mine", file);
        assertThat(run("mine", file).earlier()).isEqualTo(10);
        TestFiles.write(file, tuplesOfA.subList(0, 11));
        assertThatThrownBy(() -> run("mine", file))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith(
                        "a replay with this name had other sources, choose another name: name=mine");
        assertThat(run("another", file).tuples()).isEqualTo(11);
        assertThat(a.read()).hasSize(21);
    }

    private ReplayProgress run(String name, Path file) {
        ReplayOptions options =
                new ReplayOptions(
                        SharedKafka.bootstrapServers(), name, ReplayPace.MAX, 1, true, false, 200);
        List<ReplayStream> streams = List.of(new ReplayStream(a.name(), FileSource.of(file)));
        return new Replay(streams, options, new SteppingClock(() -> true)).run(progress -> {});
    }

    private Replay replayUnchecked() {
        try {
            return replay(ReplayPace.MAX, () -> true);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Replay replay(ReplayPace pace, BooleanSupplier goOn) throws IOException {
        Path fileA = TestFiles.write(folder.resolve("a.tsv"), tuplesOfA);
        Path fileB = TestFiles.write(folder.resolve("b.tsv"), tuplesOfB);
        ReplayOptions options =
                new ReplayOptions(SharedKafka.bootstrapServers(), null, pace, 1, false, false, 100);
        List<ReplayStream> streams =
                List.of(
                        new ReplayStream(a.name(), FileSource.of(fileA)),
                        new ReplayStream(b.name(), FileSource.of(fileB)));
        return new Replay(streams, options, new SteppingClock(goOn));
    }

    /** Kills a replay that has sent a few thousand tuples, not all of them committed. */
    private void killAfterSome(Path fileA, Path fileB, int reports) throws Exception {
        Process process = start(fileA, fileB);
        try (BufferedReader output = process.inputReader(UTF_8)) {
            String line = null;
            for (int i = 0; i < reports; i++) {
                line = output.readLine();
            }
            assertThat(line).isNotNull().doesNotStartWith("end");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(Path fileA, Path fileB) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReplayProcess.class.getName(),
                        SharedKafka.bootstrapServers(),
                        "20000",
                        a.name(),
                        fileA.toString(),
                        b.name(),
                        fileB.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<Tuple> tuples(Topic topic) {
        return topic.read().stream()
                .map(
                        record -> {
                            String[] terms = new String(record.value(), UTF_8).split(" ", 4);
                            return new Tuple(record.timestamp(), terms[0], terms[1], terms[2]);
                        })
                .toList();
    }

    /** Its time passes by waiting only. */
    private static final class SteppingClock implements ReplayClock {
        private final BooleanSupplier goOn;
        private long nowNs;

        SteppingClock(BooleanSupplier goOn) {
            this.goOn = goOn;
        }

        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public boolean await(long nanos) {
            nowNs += nanos;
            return goOn.getAsBoolean();
        }
    }
}
