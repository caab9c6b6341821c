package org.wukongs.benchmarks.e2e.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resources of this package with Flink SQL in them → statements. */
final class SqlScript {

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    /** No text of these scripts has one at the end of a line. */
    private static final Pattern END = Pattern.compile(";\\s*\n");

    private SqlScript() {}

    /** Statements of all {@code names}, in order, {@code ${name}} replaced by its value. */
    static List<String> read(List<String> names, Map<String, String> values) {
        List<String> statements = new ArrayList<>();
        for (String name : names) {
            String text = PLACE.matcher(text(name)).replaceAll(place -> value(place, values));
            for (String statement : END.splitAsStream(text).toList()) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
        }
        return statements;
    }

    private static String value(MatchResult place, Map<String, String> values) {
        String value = values.get(place.group(1));
        if (value == null) {
            throw new IllegalArgumentException("no value: name=" + place.group(1));
        }
        return Matcher.quoteReplacement(value);
    }

    private static String text(String name) {
        try (InputStream in = SqlScript.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
