package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the documentation as files. */
final class Pages {

    static final Path ROOT = Path.of(System.getProperty("wukongs.root", "..")).normalize();

    private Pages() {}

    /** All Markdown below docs/ and benchmarks/results/, and that of the root. */
    static List<Path> all() throws IOException {
        return Stream.of(markdown(ROOT, 1), markdown(ROOT.resolve("docs"), 3), results())
                .flatMap(List::stream)
                .toList();
    }

    /** Those that a reader begins at: docs/ without its folders. */
    static List<Path> ofUsers() throws IOException {
        return markdown(ROOT.resolve("docs"), 1);
    }

    static String text(Path page) {
        try {
            return Files.readString(page, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first groups of all matches. */
    static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static List<Path> results() throws IOException {
        return markdown(ROOT.resolve("benchmarks/results"), 1);
    }

    private static List<Path> markdown(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
    }
}
