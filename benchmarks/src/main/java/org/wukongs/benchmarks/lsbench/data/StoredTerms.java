package org.wukongs.benchmarks.lsbench.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;

/**
 * Numbers of what queries may ask about, in order.
 *
 * @param users with an account
 * @param persons that an account is of
 * @param groups with a member
 */
public record StoredTerms(long[] users, long[] persons, long[] groups) {

    private static final String ACCOUNT_OF = LsbenchVocabulary.SIOC + "account_of";
    private static final String HAS_MEMBER = LsbenchVocabulary.SIOC + "has_member";
    private static final Pattern ACCOUNT =
            numbers(LsbenchVocabulary.USER, ACCOUNT_OF, LsbenchVocabulary.PERSON);
    private static final Pattern MEMBER =
            numbers(LsbenchVocabulary.GROUP, HAS_MEMBER, LsbenchVocabulary.USER);

    /** Reads a file of stored triples; one without accounts is a USER error. */
    public static StoredTerms read(Path stored) {
        LongStream.Builder users = LongStream.builder();
        LongStream.Builder persons = LongStream.builder();
        LongStream.Builder groups = LongStream.builder();
        try (BufferedReader in = Files.newBufferedReader(stored)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.contains(ACCOUNT_OF)) {
                    Matcher account = ACCOUNT.matcher(line);
                    if (account.matches()) {
                        users.add(Long.parseLong(account.group(1)));
                        persons.add(Long.parseLong(account.group(2)));
                    }
                } else if (line.contains(HAS_MEMBER)) {
                    Matcher member = MEMBER.matcher(line);
                    if (member.matches()) {
                        groups.add(Long.parseLong(member.group(1)));
                    }
                }
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: file=" + stored + " reason=" + e, e);
        }
        StoredTerms terms = new StoredTerms(distinct(users), distinct(persons), distinct(groups));
        if (terms.users().length == 0 || terms.groups().length == 0) {
            throw WukongsException.user(
                    "no accounts or no groups in it, this is no LSBench graph: file=" + stored);
        }
        return terms;
    }

    private static long[] distinct(LongStream.Builder numbers) {
        long[] sorted = numbers.build().distinct().toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    private static Pattern numbers(String subject, String predicate, String object) {
        return Pattern.compile(
                "<"
                        + Pattern.quote(subject)
                        + "(\\d+)>\\s*<"
                        + Pattern.quote(predicate)
                        + ">\\s*<"
                        + Pattern.quote(object)
                        + "(\\d+)>.*");
    }
}
