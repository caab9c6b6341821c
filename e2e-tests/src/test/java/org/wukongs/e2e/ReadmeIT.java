package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what its commands print. */
class ReadmeIT {

    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));
    private static final Pattern TESTED =
            Pattern.compile(
                    "<!-- tested: (command|output) -->\n```\\w*\n(.*?)\n```", Pattern.DOTALL);

    @Test
    void commandsPrintWhatTheReadmeSays() throws Exception {
        List<String> blocks = testedBlocks();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
        for (int i = 0; i < blocks.size(); i += 2) {
            assertThat(run(blocks.get(i))).as(blocks.get(i)).isEqualTo(blocks.get(i + 1));
        }
    }

    private static List<String> testedBlocks() throws IOException {
        Matcher matcher = TESTED.matcher(Files.readString(ROOT.resolve("README.md"), UTF_8));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) {
            String kind = blocks.size() % 2 == 0 ? "command" : "output";
            assertThat(matcher.group(1)).as("a command, then its output").isEqualTo(kind);
            blocks.add(matcher.group(2));
        }
        return blocks;
    }

    private static String run(String command) throws Exception {
        Process process =
                new ProcessBuilder("bash", "-c", command)
                        .directory(ROOT.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }
}
