package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/**
 * Trees of ids against sorted sets; every older tree stays as it was until its blocks are freed.
 */
class TreeWriterTest {

    private static final int ROUNDS = 30;
    private static final int CHANGES = 40;
    private static final int OLD_KEPT = 5;

    private final Random random = Seeds.random(getClass());
    private final MemoryRegion region = new MemoryRegion(64 << 20);
    private final BlockAllocator allocator = new BlockAllocator(region);
    private final TreeWriter writer = new TreeWriter(region, allocator);

    /** A tree, its ids, and the blocks that the change to the next tree replaced. */
    private record Version(long root, long[] ids, List<long[]> replaced) {}

    @Test
    void randomBatches() {
        for (int round = 0; round < ROUNDS; round++) {
            int idMax = 2000 << random.nextInt(6);
            run(idMax, 1 + random.nextInt(idMax));
        }
    }

    /** As ids come and go with time: new ones at the end, old ones from the front. */
    @Test
    void firstInFirstOut() {
        TreeSet<Long> ids = new TreeSet<>();
        for (long id = 1; id <= 5000; id++) {
            ids.add(id);
        }
        long root = writer.make(array(ids), ids.size());
        long next = 5001;
        for (int change = 0; change < 200; change++) {
            long[] more = new long[1 + random.nextInt(300)];
            for (int i = 0; i < more.length; i++) {
                more[i] = next++;
                ids.add(more[i]);
            }
            root = writer.insert(root, more, more.length, this::free);
            long[] gone = new long[Math.min(ids.size() - 2000, more.length)];
            for (int i = 0; i < gone.length; i++) {
                gone[i] = ids.pollFirst();
            }
            root = writer.remove(root, gone, gone.length, this::free);
            assertTree(root, array(ids));
        }
        long leaves = blocks(root).size();
        assertThat(leaves).isLessThan(3 * ids.size() / TreeDescriptor.LEAF_IDS_MAX + 4);
        ListTree.forEachBlock(region, root, this::free);
        assertThat(allocator.usedBytes()).isZero();
    }

    private void run(int idMax, int batchMax) {
        TreeSet<Long> ids = new TreeSet<>();
        while (ids.size() <= TreeDescriptor.LEAF_IDS_MAX) {
            ids.add(1L + random.nextInt(idMax));
        }
        List<Version> versions = new ArrayList<>();
        long root = writer.make(array(ids), ids.size());
        for (int change = 0; change < CHANGES; change++) {
            Version before = new Version(root, array(ids), new ArrayList<>());
            versions.add(before);
            boolean removing = random.nextBoolean();
            long[] batch = batch(ids, removing, idMax, 1 + random.nextInt(batchMax));
            BlockVisitor replaced =
                    (at, granules) -> before.replaced.add(new long[] {at, granules});
            root =
                    removing
                            ? writer.remove(root, batch, batch.length, replaced)
                            : writer.insert(root, batch, batch.length, replaced);
            assertTree(root, array(ids));
            versions.forEach(old -> assertTree(old.root, old.ids));
            if (versions.size() > OLD_KEPT) {
                versions.remove(0).replaced.forEach(block -> free(block[0], block[1]));
            }
        }
        versions.forEach(old -> old.replaced.forEach(block -> free(block[0], block[1])));
        ListTree.forEachBlock(region, root, this::free);
        assertThat(allocator.usedBytes()).as("no block is lost").isZero();
    }

    /** A batch that changes the set, which is changed too. */
    private long[] batch(NavigableSet<Long> ids, boolean removing, int idMax, int count) {
        TreeSet<Long> batch = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            long id = 1L + random.nextInt(idMax);
            Long there = removing ? ids.ceiling(id) : Long.valueOf(id);
            boolean room = !removing || ids.size() > TreeDescriptor.LEAF_IDS_MAX + 1;
            if (there != null && room && ids.contains(there) == removing) {
                batch.add(there);
                if (removing) {
                    ids.remove(there);
                }
            }
        }
        if (!removing) {
            ids.addAll(batch);
        }
        return array(batch);
    }

    private static long[] array(Collection<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    private void free(long offset, long granules) {
        allocator.free(offset, granules);
    }

    private Map<Long, Long> blocks(long root) {
        Map<Long, Long> blocks = new HashMap<>();
        ListTree.forEachBlock(region, root, blocks::put);
        return blocks;
    }

    private void assertTree(long root, long[] ids) {
        assertThat(ListTree.isTree(region, root)).isTrue();
        assertThat(ListTree.length(region, root)).isEqualTo(ids.length);
        long[] copied = new long[ids.length];
        ListTree.copy(region, root, 0, ids.length, copied, 0);
        assertThat(copied).isEqualTo(ids);
        int from = random.nextInt(ids.length);
        int count = random.nextInt(ids.length - from);
        long[] part = new long[count + 1];
        ListTree.copy(region, root, from, count, part, 1);
        for (int i = 0; i < count; i++) {
            assertThat(part[i + 1]).isEqualTo(ids[from + i]);
        }
        assertThat(ListTree.get(region, root, from)).isEqualTo(ids[from]);
        assertThat(ListTree.contains(region, root, ids.length, ids[from])).isTrue();
        long other = ids[from] + 1;
        boolean there = from + 1 < ids.length && ids[from + 1] == other;
        assertThat(ListTree.contains(region, root, ids.length, other)).isEqualTo(there);
        assertThat(ListTree.contains(region, root, ids.length, ids[0] - 1)).isFalse();
    }
}
