package org.wukongs.benchmarks.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Statements of files of N-Triples that are looked through for what queries may ask about. */
public final class Statements {

    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");

    private Statements() {}

    /** Hands subject and object of each statement to its predicate's consumer, if it has one. */
    public static void read(Path nTriples, Map<String, BiConsumer<String, String>> byPredicate)
            throws IOException {
        try (BufferedReader in = Files.newBufferedReader(nTriples)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] terms = BLANKS.split(line, 4);
                BiConsumer<String, String> consumer =
                        terms.length < 4 ? null : byPredicate.get(terms[1]);
                if (consumer != null) {
                    consumer.accept(terms[0], terms[2]);
                }
            }
        }
    }

    /** The number of an IRI in brackets that is made of {@code prefix} and it. */
    public static long number(String term, String prefix) {
        return Long.parseLong(term.substring(prefix.length() + 1, term.length() - 1));
    }
}
