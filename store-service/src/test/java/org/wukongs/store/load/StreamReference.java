package org.wukongs.store.load;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Tuple;

/** A stream file as one reads it first: line by line, each statement a file for RDF4J's parser. */
final class StreamReference {

    final List<Tuple> tuples = new ArrayList<>();

    /** The bad lines' numbers, from 1. */
    final List<Integer> badLines = new ArrayList<>();

    /** Tuples before the first bad line. */
    int goodCount;

    /**
     * What a decoder writes for bytes that are not UTF-8; random files do not have it otherwise.
     */
    private static final char REPLACED = '\uFFFD';

    private final boolean timesMayGoBack;
    private long lastTimeMs = Long.MIN_VALUE;

    StreamReference(byte[] bytes, boolean timesMayGoBack) {
        this.timesMayGoBack = timesMayGoBack;
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                new ByteArrayInputStream(bytes), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank() && !add(line)) {
                    badLines.add(number);
                }
                goodCount = badLines.isEmpty() ? tuples.size() : goodCount;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean add(String line) {
        int tab = line.indexOf('\t');
        if (tab < 0 || line.indexOf(REPLACED) >= 0) {
            return false;
        }
        long timeMs;
        try {
            timeMs = Long.parseLong(line.substring(0, tab));
        } catch (NumberFormatException e) {
            return false;
        }
        if (timeMs < 0 || timeMs > InputLimits.EVENT_TIME_MS_MAX) {
            return false;
        }
        if (timeMs < lastTimeMs && !timesMayGoBack) {
            return false;
        }
        List<List<String>> statements =
                RioReference.statements(
                        line.substring(tab + 1).getBytes(StandardCharsets.UTF_8),
                        RDFFormat.NTRIPLES,
                        "_:");
        if (statements == null || statements.isEmpty()) {
            return false;
        }
        List<String> terms = statements.get(0);
        tuples.add(new Tuple(timeMs, terms.get(0), terms.get(1), terms.get(2)));
        lastTimeMs = timeMs;
        return true;
    }
}
