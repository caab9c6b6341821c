package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** The bytes of a small graph, word by word: who changes a layout changes this. */
class LayoutTest {

    @Test
    void goldenBytes() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        try (GraphMemory memory = new GraphMemory(1 << 16)) {
            StoredGraph graph = memory.newGraph();
            TripleBuffer buffer = new TripleBuffer();
            buffer.append(0x401, 1, 0x802);
            buffer.append(0x401, 2, 0x802);
            buffer.append(0x401, 2, 0xC03);
            buffer.append(0xC03, 1, 0x802);
            graph.insert(buffer);
            Checks.assertSound(memory, graph);
            assertThat(words(memory)).isEqualTo(GOLDEN);
        }
    }

    /** The membership index begins behind the ids of a list of objects with 32 places or more. */
    @Test
    void goldenIndexedList() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        try (GraphMemory memory = new GraphMemory(1 << 16)) {
            StoredGraph graph = memory.newGraph();
            TripleBuffer buffer = new TripleBuffer();
            for (int i = 1; i <= ListDescriptor.INDEXED_CAPACITY_MIN; i++) {
                buffer.append(0x401, 1, 0x400L * i);
            }
            graph.insert(buffer);
            MemoryRegion region = memory.region();
            long list = ValueDescriptor.offset(graph.directory(1).word(0x401));
            assertThat(region.getInt(list)).isEqualTo(32);
            assertThat(region.getInt(list + 4)).isEqualTo(35);
            assertThat(region.getLong(list + 8)).isEqualTo(0x400);
            assertThat(region.getLong(list + 8 + 31 * 8)).isEqualTo(0x8000);
            int slot = ListDescriptor.firstSlot(0x400, 70);
            assertThat(slot).isEqualTo(SLOT_OF_FIRST);
            assertThat(region.getInt(list + 8 + 35 * 8 + slot * 4L)).isEqualTo(1);
        }
    }

    private static String words(GraphMemory memory) {
        StringBuilder words = new StringBuilder();
        for (long at = 64; at < memory.committedBytes(); at += Long.BYTES) {
            words.append(String.format("%03x %016x\n", at, memory.region().getLong(at)));
        }
        return words.toString();
    }

    private static final int SLOT_OF_FIRST = 60;

    /** The graph's head first, then blocks in the order in which they were allocated. */
    private static final String GOLDEN =
            """
            040 000040000000002b
            048 0000000000000004
            050 0002000000000033
            058 0002000000000010
            060 000200000000001d
            068 0000000000000001
            070 0000000000000000
            078 0000000000000000
            080 0000000000000c03
            088 0002000000000802
            090 0000000000000000
            098 0000000000000000
            0a0 0000000000000000
            0a8 0000000000000000
            0b0 0000000000000401
            0b8 000100000000001b
            0c0 0000000200000002
            0c8 0000000000000802
            0d0 0000000000000c03
            0d8 0000000000000802
            0e0 0000400000000018
            0e8 0000000000000001
            0f0 0000000000000025
            0f8 0000000000000002
            100 0000000000000028
            108 0000000000000000
            110 0000000000000000
            118 0000000000000000
            120 0000000000000000
            128 0000400000000040
            130 000040000000002e
            138 0000000000000002
            140 0000400000000042
            148 0000400000000031
            150 0000000000000002
            158 0000000200000002
            160 0000000000000001
            168 0000000000000002
            170 0000000200000002
            178 0000000000000401
            180 0000000000000c03
            188 0000000100000001
            190 0000000000000401
            198 0000000000000c03
            1a0 0003000000000401
            1a8 0000000000000000
            1b0 0000000000000000
            1b8 0000000000000000
            1c0 0000000000000000
            1c8 0000000000000802
            1d0 000100000000003e
            1d8 0000000200000002
            1e0 0000000000000401
            1e8 0000000000000c03
            1f0 000040000000003b
            1f8 0000000000000401
            200 0000000100000001
            208 0000000000000802
            210 0000000200000002
            218 0000000000000802
            220 0000000000000c03
            """;
}
