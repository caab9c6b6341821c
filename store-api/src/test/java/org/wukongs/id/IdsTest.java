package org.wukongs.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;

class IdsTest {

    private static final long VID_MAX = (1L << Vids.BITS) - 1;

    @Test
    void keysAtTheirBounds() {
        long[] vids = {0, 1, Vids.vid(1, 0), VID_MAX};
        long[] pids = {Keys.PREDICATES, Keys.RDF_TYPE, Keys.PID_MAX};
        for (long vid : vids) {
            for (long pid : pids) {
                for (int direction : new int[] {Keys.IN, Keys.OUT}) {
                    assertKey(vid, pid, direction);
                }
            }
        }
        assertThat(Keys.key(VID_MAX, Keys.PID_MAX, Keys.OUT)).as("all 64 bits").isEqualTo(-1);
        assertThat(Keys.key(1, 0, 0)).isEqualTo(1L << 18);
        assertThat(Keys.key(0, 1, 1)).isEqualTo(3);
    }

    private static void assertKey(long vid, long pid, int direction) {
        long key = Keys.key(vid, pid, direction);
        assertThat(Keys.vid(key)).isEqualTo(vid);
        assertThat(Keys.pid(key)).isEqualTo(pid);
        assertThat(Keys.direction(key)).isEqualTo(direction);
    }

    @Test
    void vidsAtTheirBounds() {
        assertThat(Vids.vid(1, 0)).isEqualTo(1024);
        assertThat(Vids.vid(Vids.COUNTER_MAX, Vids.PARTITION_COUNT - 1)).isEqualTo(VID_MAX);
        assertThatThrownBy(() -> Vids.vid(0, 0)).hasMessageContaining("counter=0");
        assertThatThrownBy(() -> Vids.vid(Vids.COUNTER_MAX + 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void randomIdsComeApartAgain() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 10_000; i++) {
            long counter = 1 + (random.nextLong() & (Vids.COUNTER_MAX >> 1));
            int partition = random.nextInt(Vids.PARTITION_COUNT);
            long vid = Vids.vid(counter, partition);
            assertThat(Vids.counter(vid)).isEqualTo(counter);
            assertThat(Vids.partition(vid)).isEqualTo(partition);
            assertKey(vid, random.nextLong() & Keys.PID_MAX, random.nextInt(2));
        }
    }

    /** Stored ids hang on it: the partition of a string may never change. */
    @Test
    void partitionsArePinned() {
        assertThat(Vids.partitionOf("")).isEqualTo(0x199);
        assertThat(Vids.partitionOf("a")).isEqualTo(0x25B);
        assertThat(Vids.partitionOf("Nobody inspects the spammish repetition")).isEqualTo(0x3F1);
        assertThat(Vids.partitionOf("\"é\"@FR")).isEqualTo(Vids.partitionOf("\"é\"@fr"));
    }

    @Test
    void partitionsAreEvenlyFilled() {
        int[] counts = new int[Vids.PARTITION_COUNT];
        for (int i = 0; i < 100 * Vids.PARTITION_COUNT; i++) {
            counts[Vids.partitionOf("<http://www.ins.cwi.nl/sib/user/u" + i + ">")]++;
        }
        for (int count : counts) {
            assertThat(count).isBetween(40, 200);
        }
    }
}
