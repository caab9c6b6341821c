package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.wukongs.error.CorruptionException;
import org.wukongs.id.Keys;

/** Each kind of damage is found, and nothing in a sound graph. */
class GraphCheckerTest {

    private static final long HUB = TripleModel.vid(1);
    private static final long FEW = TripleModel.vid(2);
    private static final long ONE = TripleModel.vid(3);

    private final GraphMemory memory = new GraphMemory(1 << 20);
    private final MemoryRegion region = memory.region();
    private final StoredGraph graph = memory.newGraph();

    GraphCheckerTest() {
        for (int i = 0; i < 100; i++) {
            graph.add(HUB, 1, TripleModel.vid(10 + i));
        }
        for (int i = 0; i < 5; i++) {
            graph.add(FEW, 1, TripleModel.vid(10 + i));
        }
        graph.add(FEW, 2, ONE);
        graph.add(ONE, 2, HUB);
        Checks.assertSound(memory, graph);
    }

    @Test
    void aWrongId() {
        assertFound(ListDescriptor.id(list(HUB), 3), id -> TripleModel.vid(700));
        assertFound(ListDescriptor.id(list(FEW), 2), id -> TripleModel.vid(10));
        assertFound(ListDescriptor.id(list(FEW), 2), id -> 0);
    }

    @Test
    void aWrongLengthOrCapacity() {
        assertFound(list(HUB), word -> word - 1);
        assertFound(list(FEW), word -> word + 1);
        assertFound(list(FEW), word -> word | 0x7FFF_FFFF);
        assertFound(list(HUB), word -> word + (20L << Integer.SIZE));
    }

    @Test
    void aWrongSlot() {
        long list = list(HUB);
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        for (int slot = 0; slot < ListDescriptor.slotCount(capacity); slot += 2) {
            assertFound(
                    ListDescriptor.slot(ListDescriptor.slots(list, capacity), slot),
                    word -> word ^ 0x1_0000_0001L);
        }
    }

    @Test
    void aWrongWordOrValue() {
        long few = wordAt(FEW);
        assertFound(few, word -> 0);
        assertFound(few, word -> word ^ 1L << ValueDescriptor.SET_SHIFT);
        assertFound(few, word -> word | 1L << 62);
        long record = ValueDescriptor.offset(region.getLong(few));
        assertFound(RecordDescriptor.value(record, 1), value -> HUB);
        assertFound(RecordDescriptor.value(record, 0), value -> ValueDescriptor.list(list(HUB)));
    }

    @Test
    void wrongCounts() {
        assertFound(GraphDescriptor.count(graph.head()), count -> count + 1);
        long predicate = ValueDescriptor.offset(graph.directory(StoredGraph.PREDICATES).word(1));
        assertFound(PredicateDescriptor.count(predicate), count -> count - 1);
        long subjects =
                ValueDescriptor.offset(
                        region.getLong(PredicateDescriptor.list(predicate, Keys.OUT)));
        assertFound(ListDescriptor.id(subjects, 0), id -> ONE);
        assertFound(subjects, word -> word - 1);
    }

    /** What other processes read of a graph. */
    @Test
    void aWrongTableOrBirth() {
        for (int directory = 0; directory < GraphDescriptor.TABLE_COUNT; directory++) {
            assertFound(GraphDescriptor.table(graph.head(), directory), word -> word + 1);
        }
        assertFound(graph.head() + GraphDescriptor.BIRTH_OFFSET, birth -> birth + 1);
    }

    @Test
    void aLostBlock() {
        memory.allocator().allocate(3);
        List<CorruptionException> violations = Checks.violations(memory, graph);
        assertThat(violations).isNotEmpty();
        assertThat(violations.get(0).region()).isEqualTo("stored-graphs");
    }

    /** Any bit of a word that leads somewhere. */
    @Test
    void randomBitsOfWords() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            int bit = random.nextInt(Long.SIZE);
            assertFound(wordAt(ONE), word -> word ^ 1L << bit);
        }
    }

    private long wordAt(long vid) {
        return graph.directory(Keys.OUT).table().find(region, vid);
    }

    private long list(long vid) {
        long word = region.getLong(wordAt(vid));
        boolean whole = vid == HUB;
        long value =
                whole
                        ? ValueDescriptor.value(word)
                        : region.getLong(RecordDescriptor.value(ValueDescriptor.offset(word), 0));
        return ValueDescriptor.offset(value);
    }

    private void assertFound(long offset, LongUnaryOperator damage) {
        long at = offset & -Long.BYTES;
        long sound = region.getLong(at);
        region.putLong(at, damage.applyAsLong(sound));
        assertThat(Checks.violations(memory, graph)).as("offset=" + at).isNotEmpty();
        region.putLong(at, sound);
        Checks.assertSound(memory, graph);
    }
}
