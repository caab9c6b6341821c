package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.fabric.FabricCounts;

/** What a location cache finds: nothing but what it was told, for the same tables. */
class LocationCacheTest {

    private static final int HOT = 500;

    private final Random random = Seeds.random(getClass());
    private final FabricCounts counts = new FabricCounts();
    private final LocationCache cache = new LocationCache(counts);
    private final RemoteColumn column = RemoteColumn.ofThread();
    private final Map<Long, Long> told = new HashMap<>(); // salt of a key's location, by key

    private static KnownTables tables(long number) {
        return new KnownTables(number, 1, new long[GraphDescriptor.TABLE_COUNT + 1]);
    }

    /**
     * Reads a column: what is not found is resolved to something that follows from key and salt.
     */
    private int read(KnownTables tables, long salt, long... vids) {
        ask(vids);
        int found = cache.take(tables, column);
        for (int row = 0; row < column.rows; row++) {
            if (column.vids[row] != 0) {
                resolve(row, salt);
            } else {
                int start = row * RemoteColumn.START_WORDS;
                Arrays.fill(column.starts, start, start + RemoteColumn.START_WORDS, -1);
                column.values[row] = -1; // scratch of something else
            }
        }
        cache.settle(tables, column);
        return found;
    }

    private void ask(long... vids) {
        column.rows = vids.length;
        for (int row = 0; row < vids.length; row++) {
            column.vids[row] = vids[row];
            column.pids[row] = 3;
            column.directions[row] = (int) (vids[row] & 1);
        }
    }

    private void resolve(int row, long salt) {
        long vid = column.vids[row];
        column.values[row] = vid * 31 + salt;
        column.lengths[row] = (int) (vid % 1000);
        for (int i = 0; i < RemoteColumn.START_WORDS; i++) {
            column.starts[row * RemoteColumn.START_WORDS + i] = vid + i * salt;
        }
        column.heads[row] = vid;
        told.put(vid, salt);
    }

    private void assertTold(long... vids) {
        for (int row = 0; row < vids.length; row++) {
            long salt = told.get(vids[row]);
            assertThat(column.values[row]).isEqualTo(vids[row] * 31 + salt);
            assertThat(column.lengths[row]).isEqualTo((int) (vids[row] % 1000));
            assertThat(column.heads[row]).isEqualTo(vids[row]);
            for (int i = 0; i < RemoteColumn.START_WORDS; i++) {
                assertThat(column.starts[row * RemoteColumn.START_WORDS + i])
                        .isEqualTo(vids[row] + i * salt);
            }
        }
    }

    @Test
    void aKeyIsFoundAgain() {
        KnownTables tables = tables(1);
        assertThat(read(tables, 5, 8, 9, 10)).isZero();
        assertThat(read(tables, 6, 10, 12, 8)).isEqualTo(2);
        assertTold(10, 12, 8);
        assertThat(told).containsEntry(10L, 5L).containsEntry(12L, 6L);
        assertThat(counts.locationHitCount()).isEqualTo(2);
        assertThat(counts.locationMissCount()).isEqualTo(4);
        column.pids[0] = 4;
        column.vids[0] = 10;
        column.rows = 1;
        assertThat(cache.take(tables, column)).as("another predicate").isZero();
    }

    @Test
    void otherTablesFindNothing() {
        assertThat(read(tables(1), 5, 8, 9)).isZero();
        assertThat(read(tables(2), 6, 8, 9)).isZero();
        assertTold(8, 9);
        assertThat(read(tables(2), 7, 8, 9)).isEqualTo(2);
        assertTold(8, 9);
    }

    @Test
    void whatHasNoKeyIsNotKept() {
        KnownTables tables = tables(1);
        ask(8, 9);
        column.pids[0] = -1; // unknown to the dictionary
        column.vids[1] = 0;
        assertThat(cache.take(tables, column)).isZero();
        cache.settle(tables, column);
        assertThat(cache.take(tables, column)).isZero();
    }

    /** What is read again and again stays, while many others are read once. */
    @Test
    void hotKeysStay() {
        KnownTables tables = tables(1);
        int hits = 0;
        int asked = 0;
        long cold = 1_000_000;
        for (int round = 0; round < 400; round++) {
            long[] vids = new long[RemoteColumn.BLOCK];
            for (int row = 0; row < vids.length; row++) {
                boolean isHot = random.nextInt(4) == 0;
                vids[row] = isHot ? 1 + random.nextInt(HOT) : cold++;
                asked += isHot ? 1 : 0;
            }
            hits += read(tables, 9, vids);
            assertTold(vids);
        }
        assertThat(hits).isGreaterThan(asked * 6 / 10);
    }

    /** Whatever is told, the cache has as many entries as it has. */
    @Test
    void itIsBounded() {
        KnownTables tables = tables(1);
        int all = 3 * LocationCache.ENTRIES;
        for (int vid = 1; vid <= all; vid++) {
            read(tables, 2, vid);
        }
        int found = 0;
        for (int vid = 1; vid <= all; vid++) {
            ask(vid);
            found += cache.take(tables, column);
        }
        assertThat(found).isBetween(LocationCache.ENTRIES / 2, LocationCache.ENTRIES);
    }
}
