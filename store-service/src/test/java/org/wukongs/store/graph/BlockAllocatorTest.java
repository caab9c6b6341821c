package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.CorruptionException;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/** Blocks as a list that knows what was written into each. */
class BlockAllocatorTest {

    private record Block(long offset, long granules, long stamp) {}

    private final Random random = Seeds.random(getClass());
    private final List<Block> blocks = new ArrayList<>();
    private long stamp;

    @Test
    void blocksNeverOverlap() {
        for (int round = 0; round < 300; round++) {
            blocks.clear();
            try (MemoryRegion region = new MemoryRegion(1 << 17)) {
                BlockAllocator allocator = new BlockAllocator(region);
                for (int step = 0; step < 200; step++) {
                    step(region, allocator);
                }
                assertIntact(region);
                assertTiles(allocator);
                long used = blocks.stream().mapToLong(b -> SizeClasses.roundUp(b.granules())).sum();
                assertThat(allocator.usedBytes()).isEqualTo(used * SizeClasses.GRANULE_BYTES);
            }
        }
    }

    private void step(MemoryRegion region, BlockAllocator allocator) {
        if (random.nextInt(40) == 0) {
            allocator.coalesce();
        }
        allocator.coalesceSometimes();
        switch (random.nextInt(4)) {
            case 0 -> {
                if (!blocks.isEmpty()) {
                    Block block = blocks.remove(random.nextInt(blocks.size()));
                    allocator.free(block.offset(), block.granules());
                }
            }
            case 1 -> undoSome(region, allocator);
            default -> blocks.add(allocate(region, allocator));
        }
    }

    private void undoSome(MemoryRegion region, BlockAllocator allocator) {
        long used = allocator.usedBytes();
        allocator.begin();
        for (int i = random.nextInt(5); i > 0; i--) {
            allocate(region, allocator);
        }
        allocator.rollback();
        assertThat(allocator.usedBytes()).isEqualTo(used);
    }

    private Block allocate(MemoryRegion region, BlockAllocator allocator) {
        long granules = 1L + (random.nextInt(8) == 0 ? random.nextInt(300) : random.nextInt(20));
        Block block = new Block(allocator.allocate(granules), granules, ++stamp);
        for (long i = 0; i < granules; i++) {
            region.putLong(block.offset() + i * Long.BYTES, block.stamp());
        }
        return block;
    }

    private void assertIntact(MemoryRegion region) {
        for (Block block : blocks) {
            for (long i = 0; i < block.granules(); i++) {
                assertThat(region.getLong(block.offset() + i * Long.BYTES))
                        .isEqualTo(block.stamp());
            }
        }
    }

    private void assertTiles(BlockAllocator allocator) {
        BlockMap map = new BlockMap();
        blocks.forEach(block -> map.add(block.offset(), block.granules()));
        allocator.forEachFree(map::add);
        List<CorruptionException> violations = new ArrayList<>();
        map.check(
                BlockAllocator.FIRST_GRANULE,
                allocator.committedBytes() >>> SizeClasses.GRANULE_SHIFT,
                violations::add);
        assertThat(violations).isEmpty();
    }

    @Test
    void whatIsFreeBecomesOne() {
        try (MemoryRegion region = new MemoryRegion(1 << 14)) {
            BlockAllocator allocator = new BlockAllocator(region);
            for (int i = 0; i < 60; i++) {
                blocks.add(new Block(allocator.allocate(1 + i), 1 + i, 0));
            }
            blocks.forEach(block -> allocator.free(block.offset(), block.granules()));
            assertThat(allocator.coalesce()).isTrue();
            assertThat(allocator.usedBytes()).isZero();
            assertThat(allocator.coalesce()).isFalse();
            allocator.allocate(SizeClasses.granulesOf(SizeClasses.floorClassOf(2_000)));
        }
    }

    /** Few blocks stay of each of many bursts, and some go: there is room for a large one. */
    @Test
    void whatStaysOfBurstsIsNotScattered() {
        long burstGranules = 1 << 17;
        try (MemoryRegion region = new MemoryRegion(4 << 20)) {
            BlockAllocator allocator = new BlockAllocator(region);
            for (int burst = 0; burst < 100; burst++) {
                List<Block> all = new ArrayList<>();
                for (long left = burstGranules;
                        left > 0;
                        left -= all.get(all.size() - 1).granules) {
                    long granules = 1L + random.nextInt(4 << (burst % 9)); // unlike the last ones
                    all.add(new Block(allocator.allocate(granules), granules, 0));
                }
                for (Block block : all) {
                    if (random.nextInt(200) == 0) {
                        blocks.add(block);
                    } else {
                        allocator.free(block.offset(), block.granules());
                    }
                }
                for (int i = blocks.size() - 50; i > 0; i--) {
                    Block gone = blocks.remove(random.nextInt(blocks.size()));
                    allocator.free(gone.offset(), gone.granules());
                }
                allocator.coalesceSometimes();
            }
            assertTiles(allocator);
            assertThat(allocator.committedBytes())
                    .isLessThan(3 * burstGranules * SizeClasses.GRANULE_BYTES);
            allocator.allocate(burstGranules);
        }
    }

    @Test
    void aFullRegionNamesItsOption() {
        try (MemoryRegion region = new MemoryRegion(4096)) {
            BlockAllocator allocator = new BlockAllocator(region);
            allocator.allocate(400);
            assertThatThrownBy(() -> allocator.allocate(400))
                    .isInstanceOfSatisfying(
                            WukongsException.class,
                            e ->
                                    assertThat(e.category())
                                            .isEqualTo(WukongsException.Category.FATAL))
                    .hasMessageContaining("--store-memory")
                    .hasMessageContaining("budgetBytes=4096");
            allocator.allocate(50);
        }
    }

    @Test
    void memoryThatTheSystemRefusesNamesTheOption() {
        assertThatThrownBy(() -> new MemoryRegion(1L << 60))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("--store-memory");
    }
}
