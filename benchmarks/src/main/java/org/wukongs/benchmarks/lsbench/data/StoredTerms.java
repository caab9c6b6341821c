package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.benchmarks.measure.Statements;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;

/**
 * Numbers of what queries may ask about, in order.
 *
 * @param users with an account
 * @param persons that an account is of
 * @param groups with a member
 */
public record StoredTerms(long[] users, long[] persons, long[] groups) {

    private static final String ACCOUNT_OF = "<" + LsbenchVocabulary.SIOC + "account_of>";
    private static final String HAS_MEMBER = "<" + LsbenchVocabulary.SIOC + "has_member>";

    /** Reads a file of stored triples; one without accounts is a USER error. */
    public static StoredTerms read(Path stored) throws IOException {
        Set<Long> users = new TreeSet<>();
        Set<Long> persons = new TreeSet<>();
        Set<Long> groups = new TreeSet<>();
        Statements.read(
                stored,
                Map.of(
                        ACCOUNT_OF,
                        (user, person) -> {
                            users.add(Statements.number(user, LsbenchVocabulary.USER));
                            persons.add(Statements.number(person, LsbenchVocabulary.PERSON));
                        },
                        HAS_MEMBER,
                        (group, member) ->
                                groups.add(Statements.number(group, LsbenchVocabulary.GROUP))));
        if (users.isEmpty() || groups.isEmpty()) {
            throw WukongsException.user(
                    "no accounts or no groups in it, this is no LSBench graph: file=" + stored);
        }
        return new StoredTerms(numbers(users), numbers(persons), numbers(groups));
    }

    private static long[] numbers(Set<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }
}
