package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.Statements;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;

/**
 * The user with most posts at the beginning of the streams: a constant for L1 to L3 with which
 * there are rows to compare.
 */
record ActiveUser(long user, long person) {

    private static final int TUPLES_READ_MAX = 100_000;
    private static final String CREATOR_OF = "<" + LsbenchVocabulary.SIOC + "creator_of>";
    private static final String ACCOUNT_OF = "<" + LsbenchVocabulary.SIOC + "account_of>";

    static ActiveUser of(LsbenchFiles files) throws IOException {
        String user = busiest(files.streams().get(LsbenchStreams.PO));
        Map<String, String> persons = new HashMap<>();
        Statements.read(files.stored(), Map.of(ACCOUNT_OF, persons::put));
        if (!persons.containsKey(user)) {
            throw WukongsException.user("user without an account: user=" + user);
        }
        return new ActiveUser(
                Statements.number(user, LsbenchVocabulary.USER),
                Statements.number(persons.get(user), LsbenchVocabulary.PERSON));
    }

    private static String busiest(Path stream) throws IOException {
        try (Stream<String> lines = Files.lines(stream)) {
            return lines
                    .limit(TUPLES_READ_MAX)
                    .map(line -> line.split("[\\t ]+", 4)) // the first one is the time
                    .filter(terms -> terms[2].equals(CREATOR_OF))
                    .collect(Collectors.groupingBy(terms -> terms[1], Collectors.counting()))
                    .entrySet()
                    .stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow(() -> WukongsException.user("no posts in it: file=" + stream))
                    .getKey();
        }
    }
}
