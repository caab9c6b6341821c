package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.wukongs.error.CorruptionException;
import org.wukongs.id.Keys;

/** The bytes of marks, and that damage to them is found. */
class MarkLayoutTest {

    private static final long SUBJECT = 0x401;

    private final GraphMemory memory = new GraphMemory(1 << 16);
    private final MemoryRegion region = memory.region();
    private final StoredGraph graph = memory.newGraph();

    /** Two snapshots that readers hold, and one on top; each has an object more. */
    MarkLayoutTest() {
        for (int i = 0; i < 3; i++) {
            graph.add(SUBJECT, 1, 0x800 + i);
            memory.epochs().newReader().enter();
        }
        Checks.assertSound(memory, graph);
    }

    private long newest() {
        long value = graph.kernels().value(SUBJECT, 1, Keys.OUT);
        assertThat(ValueDescriptor.isMarked(value)).isTrue();
        assertThat(ValueDescriptor.isList(value)).isFalse();
        return ValueDescriptor.offset(value);
    }

    @Test
    void goldenBytes() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        long newest = newest();
        long older = region.getLong(newest + 24);
        assertThat(words(newest))
                .containsExactly(
                        0x401L << 18 | 1 << 1 | 1, // key
                        1L << 46 | listOffset(newest) >>> 3, // value
                        3L, // snapshot
                        older,
                        0L, // value before
                        2L | 3L << 32); // length before, length
        assertThat(words(older))
                .containsExactly(
                        0x401L << 18 | 1 << 1 | 1,
                        1L << 46 | listOffset(older) >>> 3,
                        2L,
                        0L,
                        0L,
                        1L | 2L << 32);
        assertThat(MarkDescriptor.SIZE_BYTES).isEqualTo(48);
        assertThat(graph.directory(Keys.OUT).word(SUBJECT))
                .isEqualTo(1L << 48 | 1L << 47 | newest >>> 3);
    }

    /** The older one's has been replaced, and nobody reads it any more. */
    private long listOffset(long mark) {
        return ValueDescriptor.offset(region.getLong(mark + MarkDescriptor.VALUE_OFFSET));
    }

    private List<Long> words(long mark) {
        List<Long> words = new ArrayList<>();
        for (long at = mark; at < mark + MarkDescriptor.SIZE_BYTES; at += Long.BYTES) {
            words.add(region.getLong(at));
        }
        return words;
    }

    @Test
    void damageIsFound() {
        long newest = newest();
        long older = region.getLong(newest + MarkDescriptor.OLDER_OFFSET);
        for (long mark : new long[] {newest, older}) {
            assertFound(mark + MarkDescriptor.KEY_OFFSET, key -> key + 2);
            assertFound(mark + MarkDescriptor.SNAPSHOT_OFFSET, sn -> 77);
            assertFound(mark + MarkDescriptor.VALUE_BEFORE_OFFSET, value -> 1L << 47);
            assertFound(mark + MarkDescriptor.VALUE_BEFORE_OFFSET, value -> 1L << 46 | 1L << 40);
            assertFound(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET, lengths -> 3L | 3L << 32);
            assertFound(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET, lengths -> 2L | 9L << 32);
        }
        assertFound(newest + MarkDescriptor.VALUE_OFFSET, value -> 0x800);
        assertFound(newest + MarkDescriptor.OLDER_OFFSET, mark -> newest);
        assertFound(newest + MarkDescriptor.OLDER_OFFSET, mark -> 1L << 40);
        assertFound(older + MarkDescriptor.SNAPSHOT_OFFSET, sn -> 3);
    }

    private void assertFound(long at, LongUnaryOperator damage) {
        long before = region.getLong(at);
        region.putLong(at, damage.applyAsLong(before));
        List<CorruptionException> violations = Checks.violations(memory, graph);
        region.putLong(at, before);
        assertThat(violations).as("damage at %d: %x", at, damage.applyAsLong(before)).isNotEmpty();
        Checks.assertSound(memory, graph);
    }
}
