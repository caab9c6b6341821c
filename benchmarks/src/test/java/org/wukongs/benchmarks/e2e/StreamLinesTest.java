package org.wukongs.benchmarks.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.lsbench.data.TimeScale;

/** Times and statements of a file that is read over and over. */
final class StreamLinesTest {

    @TempDir private Path folder;

    @Test
    void beginsAgainLaterByTheStreamsLength() throws IOException {
        assertThat(read("0\ta .\n7\tb .\n", TimeScale.UNCHANGED, 10, 5))
                .containsExactly("0 a .", "7 b .", "10 a .", "17 b .", "20 a .");
    }

    @Test
    void leavesOutWhatComesAfterTheStreamsLength() throws IOException {
        assertThat(read("0\ta .\n7\tb .\n12\tc .\n", TimeScale.UNCHANGED, 10, 3))
                .containsExactly("0 a .", "7 b .", "10 a .");
    }

    @Test
    void playsSlower() throws IOException {
        assertThat(read("0\ta .\n7\tb .", new TimeScale(0.5), 10, 4))
                .as("and does without a line end at the end")
                .containsExactly("0 a .", "14 b .", "20 a .", "34 b .");
    }

    @Test
    void spreadsLinesOfOneMillisecondOverTheTimeThatItTakes() throws IOException {
        String file = "0\ta .\n0\tb .\n0\tc .\n0\td .\n1\te .\n3\tf .\n3\tg .\n";
        assertThat(read(file, new TimeScale(0.1), 4, 9))
                .as("the last ones before the file's length, and again from its start")
                .containsExactly(
                        "0 a .", "2 b .", "5 c .", "7 d .", "10 e .", "30 f .", "35 g .", "40 a .",
                        "42 b .");
        assertThat(read(file, TimeScale.UNCHANGED, 4, 3))
                .containsExactly("0 a .", "0 b .", "0 c .");
        assertThat(read("0\ta .\n0\tb .", new TimeScale(0.5), 1, 5))
                .as("a file of one millisecond")
                .containsExactly("0 a .", "1 b .", "2 a .", "3 b .", "4 a .");
    }

    private List<String> read(String text, TimeScale scale, long lengthMs, int count)
            throws IOException {
        Path file = folder.resolve("stream.tsv");
        Files.writeString(file, text);
        StreamLines lines = new StreamLines(file, scale, lengthMs);
        List<String> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String statement = new String(lines.statement(), StandardCharsets.UTF_8);
            read.add(lines.timeMs() + " " + statement);
            lines.next();
        }
        return read;
    }
}
