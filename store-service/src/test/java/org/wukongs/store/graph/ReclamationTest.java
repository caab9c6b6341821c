package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/**
 * Random interleavings of a writer that replaces blocks and readers that come and go, against a
 * model that knows which blocks each reader may have seen.
 */
class ReclamationTest {

    private static final int CELLS = 8;
    private static final int READERS = 4;
    private static final long GRANULES = 2;

    private final Random random = Seeds.random(getClass());

    private MemoryRegion region;
    private BlockAllocator allocator;
    private ReaderEpochs epochs;
    private RetiredBlocks retired;
    private final long[] cells = new long[CELLS];
    private final List<ReaderEpochs.Reader> readers = new ArrayList<>();
    // by reader: block → what was in it when it entered; null for one that is not reading
    private final List<Map<Long, Long>> seen = new ArrayList<>();
    private long stamp;

    @Test
    void aBlockIsReusedOnlyWhenNobodyCanSeeIt() {
        for (int round = 0; round < 200; round++) {
            try (MemoryRegion fresh = new MemoryRegion(1 << 16)) {
                begin(fresh);
                for (int step = 0; step < 300; step++) {
                    step();
                    assertNothingSeenChanged();
                }
                end();
            }
        }
    }

    private void begin(MemoryRegion fresh) {
        region = fresh;
        allocator = new BlockAllocator(region);
        epochs = new ReaderEpochs();
        retired = new RetiredBlocks(allocator, epochs);
        readers.clear();
        seen.clear();
        for (int i = 0; i < READERS; i++) {
            readers.add(epochs.newReader());
            seen.add(null);
        }
        for (int i = 0; i < CELLS; i++) {
            cells[i] = newBlock();
        }
    }

    private void step() {
        int reader = random.nextInt(READERS);
        switch (random.nextInt(6)) {
            case 0 -> retired.reclaim();
            case 1 -> {
                if (seen.get(reader) == null) {
                    readers.get(reader).enter();
                    seen.set(reader, snapshot());
                } else {
                    readers.get(reader).leave();
                    seen.set(reader, null);
                }
            }
            default -> {
                int cell = random.nextInt(CELLS);
                long old = cells[cell];
                cells[cell] = newBlock();
                retired.retire(old, GRANULES);
                for (Map<Long, Long> blocks : seen) {
                    if (blocks != null && random.nextBoolean()) {
                        // It may look again and see what is there now.
                        blocks.putAll(snapshot());
                    }
                }
            }
        }
    }

    private Map<Long, Long> snapshot() {
        Map<Long, Long> blocks = new HashMap<>();
        for (long block : cells) {
            blocks.put(block, region.getLong(block));
        }
        return blocks;
    }

    private long newBlock() {
        long block = allocator.allocate(GRANULES);
        region.putLong(block, ++stamp);
        return block;
    }

    private void assertNothingSeenChanged() {
        for (Map<Long, Long> blocks : seen) {
            if (blocks != null) {
                blocks.forEach(
                        (block, content) -> assertThat(region.getLong(block)).isEqualTo(content));
            }
        }
    }

    /** All leave: then everything but what the cells hold is free. */
    private void end() {
        for (int i = 0; i < READERS; i++) {
            if (seen.get(i) != null) {
                readers.get(i).leave();
                seen.set(i, null);
            }
        }
        retired.reclaim();
        assertThat(retired.bytes()).isZero();
        assertThat(allocator.usedBytes()).isEqualTo(CELLS * GRANULES * SizeClasses.GRANULE_BYTES);
    }

    @Test
    void nestedExecutionsAreOne() {
        try (MemoryRegion fresh = new MemoryRegion(1 << 16)) {
            begin(fresh);
            ReaderEpochs.Reader reader = readers.get(0);
            reader.enter();
            reader.enter();
            retired.retire(cells[0], GRANULES);
            reader.leave();
            assertThat(retired.reclaim()).isFalse();
            reader.leave();
            assertThat(retired.reclaim()).isTrue();
        }
    }

    @Test
    void slotsAreLimitedAndGivenBack() {
        ReaderEpochs slots = new ReaderEpochs();
        List<ReaderEpochs.Reader> all = new ArrayList<>();
        for (int i = 0; i < ReaderEpochs.READER_COUNT_MAX; i++) {
            all.add(slots.newReader());
        }
        assertThatThrownBy(slots::newReader)
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("readerCountMax=128");
        all.get(7).close();
        slots.newReader().close();
    }
}
