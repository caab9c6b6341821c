package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

final class ReaderChoiceTest {

    /** As a list of rules says: no reader that is not chosen is better than the chosen one. */
    @Test
    void noOtherReaderIsBetter() {
        Random random = Seeds.random(ReaderChoiceTest.class);
        for (int run = 0; run < 2_000; run++) {
            Map<Integer, String> locations = new TreeMap<>();
            Map<Integer, Integer> counts = new TreeMap<>();
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                int subtask = random.nextInt(10);
                locations.put(subtask, "H" + random.nextInt(3));
                counts.put(subtask, random.nextInt(3));
            }
            Set<String> host = Set.of("h" + random.nextInt(4), "10.0.0.1");
            int chosen = ReaderChoice.of(host, locations, counts::get);
            long chosenRank = rank(host, locations, counts, chosen);
            for (int other : locations.keySet()) {
                long otherRank = rank(host, locations, counts, other);
                assertThat(chosenRank)
                        .as("run=" + run + " host=" + host + " locations=" + locations)
                        .isLessThanOrEqualTo(otherRank);
            }
        }
    }

    /** Another host is worse than any number of splits, and that than any number of a subtask. */
    private static long rank(
            Set<String> host,
            Map<Integer, String> locations,
            Map<Integer, Integer> counts,
            int subtask) {
        boolean local = host.contains(locations.get(subtask).toLowerCase(Locale.ROOT));
        return (local ? 0 : 1_000_000) + 1_000L * counts.get(subtask) + subtask;
    }

    @Test
    void aHostHasItsAddressesAsNamesToo() {
        assertThat(ReaderChoice.namesOf("127.0.0.1")).contains("127.0.0.1");
        assertThat(ReaderChoice.namesOf("LOCALHOST")).contains("localhost", "127.0.0.1");
        assertThat(ReaderChoice.namesOf("no-such-host.invalid"))
                .containsExactly("no-such-host.invalid");
    }
}
