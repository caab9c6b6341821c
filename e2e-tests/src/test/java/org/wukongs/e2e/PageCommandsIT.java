package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.TestedPage;
import org.wukongs.naive.TestedPage.Block;
import org.wukongs.naive.Waits;

/**
 * What README and tutorial show is what their commands print. A block {@code command} is run to its
 * end, and {@code output} below it is what it prints; {@code start NAME} is run beside the others,
 * and {@code output NAME} is what it prints next. {@code -Dwukongs.docs.write=true} writes outputs.
 */
@Timeout(240)
final class PageCommandsIT {

    /** What differs from run to run. */
    private static final String VARYING = "(?<=snapshot )\\d+|(?<= in )[\\d.]+ m?s";

    private static final long COMMAND_TIMEOUT_S = 120;
    private static final long LINES_TIMEOUT_S = 60;
    private static final long END_TIMEOUT_S = 30;

    private final Map<String, Started> started = new HashMap<>();
    private final Path directory;
    private final int storePort;
    private final int httpPort;

    PageCommandsIT(@TempDir Path directory) throws IOException {
        this.directory = directory;
        storePort = FlinkCluster.freePort();
        httpPort = FlinkCluster.freePort();
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (Started process : started.values()) {
            process.end();
        }
    }

    @Test
    void theReadmeDoesWhatItSays() throws Exception {
        check(new TestedPage(Pages.ROOT.resolve("README.md")));
    }

    @Test
    void theTutorialDoesWhatItSays() throws Exception {
        check(new TestedPage(Pages.ROOT.resolve("docs/tutorial.md")));
    }

    private void check(TestedPage page) throws Exception {
        List<String> texts = new ArrayList<>();
        String printed = "";
        for (Block block : page.blocks()) {
            switch (block.kind()) {
                case "command" -> printed = run(block.text());
                case "start" -> start(block);
                case "output" -> {
                    String expected = here(block.text());
                    boolean ended = block.name().isEmpty();
                    String found = ended ? printed : started.get(block.name()).next(expected);
                    // Rows of a live query have no order.
                    boolean same =
                            ended
                                    ? fixed(found).equals(fixed(expected))
                                    : sorted(found).equals(sorted(expected));
                    texts.add(same ? block.text() : found);
                    continue;
                }
                default -> throw new AssertionError("kind of a block: " + block.kind());
            }
            texts.add(block.text());
        }
        page.writeIfAsked(page.with(texts));
        assertThat(page.with(texts)).isEqualTo(page.text());
    }

    /** Everything that it prints. */
    private String run(String command) throws Exception {
        Path output = Files.createTempFile(directory, "command", ".txt");
        Process process = process(command, output);
        assertThat(process.waitFor(COMMAND_TIMEOUT_S, TimeUnit.SECONDS)).as(command).isTrue();
        String printed = Files.readString(output, UTF_8);
        assertThat(process.exitValue()).as(command + "\n" + printed).isZero();
        return printed.strip() + "\n";
    }

    private void start(Block block) throws IOException {
        Path output = directory.resolve(block.name() + ".txt");
        started.put(block.name(), new Started(process("exec " + block.text(), output), output));
    }

    private Process process(String command, Path output) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-e", "-c", here(command))
                        .directory(Pages.ROOT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("WUKONGS_STORE", "127.0.0.1:" + storePort);
        return builder.start();
    }

    /** With ports and a folder of this test. */
    private String here(String text) {
        return text.replace("7878", Integer.toString(storePort))
                .replace("8080", Integer.toString(httpPort))
                .replace("/tmp/wukongs-tutorial", directory.resolve("data").toString());
    }

    private static List<String> sorted(String text) {
        return fixed(text).lines().sorted().toList();
    }

    private static String fixed(String text) {
        return text.replaceAll(VARYING, "N").strip();
    }

    /** A process that goes on, and how many characters of its output are known. */
    private static final class Started {

        private final Process process;
        private final Path output;
        private int known;

        Started(Process process, Path output) {
            this.process = process;
            this.output = output;
        }

        /** Its next lines, as many as these; fewer if it ends or prints no more for a minute. */
        String next(String expected) {
            long count = expected.lines().count();
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LINES_TIMEOUT_S);
            Waits.await(
                    () ->
                            !process.isAlive()
                                    || wholeLines().size() >= count
                                    || System.nanoTime() > deadlineNs);
            List<String> lines = wholeLines();
            String next = String.join("", lines.subList(0, (int) Math.min(count, lines.size())));
            known += next.length();
            return next;
        }

        /** Unread ones, each with its end. */
        private List<String> wholeLines() {
            return Pages.matches("^(.*\n)", unread());
        }

        private String unread() {
            try {
                return Files.readString(output, UTF_8).substring(known);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void end() throws InterruptedException {
            try (Stream<ProcessHandle> children = process.descendants()) {
                children.forEach(ProcessHandle::destroy);
            }
            process.destroy();
            if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
