package org.wukongs.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.client.StoreAddress;

/** A script of the examples, on the broker and the store of a test. */
record SqlScript(String text) {

    private static final Path SCRIPTS =
            Path.of(System.getProperty("wukongs.root", ".."), "examples/src/main/sql");
    private static final Pattern REGISTRATION =
            Pattern.compile("'\\s*(REGISTER (?:QUERY|STREAM) (\\S+) AS[^']*)'");
    private static final Pattern KEPT_BY_THE_STORE =
            Pattern.compile(
                    "^(?:CREATE TABLE|CALL) wk\\..*?;$", Pattern.MULTILINE | Pattern.DOTALL);

    static SqlScript read(String name, String kafka, StoreAddress store) throws IOException {
        return of(Files.readString(SCRIPTS.resolve(name)), kafka, store);
    }

    /** A text with the addresses of the documentation. */
    static SqlScript of(String text, String kafka, StoreAddress store) {
        return new SqlScript(
                text.replace("localhost:9092", kafka).replace("localhost:7878", store.toString()));
    }

    /** What it registers: name → text. */
    Map<String, String> registrations() {
        Map<String, String> texts = new TreeMap<>();
        Matcher matcher = REGISTRATION.matcher(text);
        while (matcher.find()) {
            texts.put(matcher.group(2), matcher.group(1));
        }
        return texts;
    }

    /** With names of topics and transactions that begin with {@code prefix}. */
    SqlScript prefixed(String prefix) {
        return new SqlScript(
                text.replace("'topic' = '", "'topic' = '" + prefix)
                        .replace(
                                "'sink.transactional-id-prefix' = '",
                                "'sink.transactional-id-prefix' = '" + prefix));
    }

    SqlScript with(String option, Object value) {
        return new SqlScript("SET '" + option + "' = '" + value + "';\n" + text);
    }

    /** As a user writes it to go on: tables of the store's catalog and what is loaded are there. */
    SqlScript resumed(String savepoint) {
        return new SqlScript(KEPT_BY_THE_STORE.matcher(text).replaceAll(""))
                .with("execution.state-recovery.path", savepoint);
    }
}
