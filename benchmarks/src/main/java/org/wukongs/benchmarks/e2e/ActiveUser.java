package org.wukongs.benchmarks.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;

/**
 * The user with most posts at the beginning of the streams: a constant for L1 to L3 with which
 * there are rows to compare.
 */
record ActiveUser(long user, long person) {

    private static final int LINES_READ_MAX = 100_000;
    private static final Pattern CREATOR =
            Pattern.compile(
                    ".*<"
                            + Pattern.quote(LsbenchVocabulary.USER)
                            + "(\\d+)> <"
                            + Pattern.quote(LsbenchVocabulary.SIOC + "creator_of")
                            + "> .*");

    static ActiveUser of(LsbenchFiles files) {
        try {
            long user = busiest(files.streams().get(LsbenchStreams.PO));
            return new ActiveUser(user, person(files.stored(), user));
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: data=" + files.name() + " reason=" + e, e);
        }
    }

    private static long busiest(Path stream) throws IOException {
        Map<Long, Integer> counts = new HashMap<>();
        try (BufferedReader in = Files.newBufferedReader(stream)) {
            String line = in.readLine();
            for (int i = 0; line != null && i < LINES_READ_MAX; i++, line = in.readLine()) {
                Matcher creator = CREATOR.matcher(line);
                if (creator.matches()) {
                    counts.merge(Long.parseLong(creator.group(1)), 1, Integer::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow(() -> WukongsException.user("no posts in it: file=" + stream))
                .getKey();
    }

    private static long person(Path stored, long user) throws IOException {
        String start = "<" + LsbenchVocabulary.USER + user + "> <" + LsbenchVocabulary.SIOC;
        Pattern account =
                Pattern.compile(
                        Pattern.quote(start + "account_of> <" + LsbenchVocabulary.PERSON)
                                + "(\\d+)>.*");
        try (BufferedReader in = Files.newBufferedReader(stored)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher found = line.startsWith(start) ? account.matcher(line) : null;
                if (found != null && found.matches()) {
                    return Long.parseLong(found.group(1));
                }
            }
        }
        throw WukongsException.user("user without an account: user=" + user);
    }
}
