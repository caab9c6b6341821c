package org.wukongs.store.stream;

/**
 * The newest position of each key of one kind, in two generations.
 *
 * <p>New tuples go to the current generation; a key that it lacks is looked up in the old one. When
 * no window begins at a position of the old generation, {@link #dropOld} drops it, and after {@link
 * #rotate} the current one is old; so entries are never deleted one by one. Owned by the store
 * agent; readers take the arrays from {@link IndexTables}.
 */
final class KeyTable {

    static final int SLOTS_MIN = 64;

    private static final int SLOTS_MAX = 1 << 30;

    /** At most so many eighths of the slots are occupied: a miss then reads 3.6 slots. */
    private static final int LOAD_EIGHTHS = 5;

    private final int kind;
    private final StreamRing ring;
    private final TransientMemory memory;
    private long[] current = new long[SLOTS_MIN];
    private long[] old = new long[SLOTS_MIN];
    private int count;
    private int oldCount;

    KeyTable(int kind, StreamRing ring, TransientMemory memory) {
        this.kind = kind;
        this.ring = ring;
        this.memory = memory;
        memory.count(2L * SLOTS_MIN * Long.BYTES);
    }

    long[] current() {
        return current;
    }

    long[] old() {
        return old;
    }

    /** Makes room for the keys of {@code tuples} more tuples. */
    void ensure(int tuples) {
        while (count + tuples > (long) current.length * LOAD_EIGHTHS / 8) {
            grow();
        }
    }

    /**
     * Makes each of the positions {@code first}, {@code first + 1}, … of a block the newest one of
     * its key, and writes the distance to the previous one into its record. Called after {@link
     * #ensure}.
     *
     * <p>Works in passes, so that the cache misses of a block overlap: first slots, then the
     * records to which they lead.
     */
    void putAll(long first, TupleBlock block) {
        long[][] directory = ring.directory();
        long[] slots = current;
        long[] tags = block.tags();
        long[] words = block.words();
        int count = block.size();
        long touched = 0;
        for (int i = 0; i < count; i++) {
            tags[i] = tag(block, i);
            words[i] = slots[Slots.home(tags[i], slots.length)];
        }
        for (int i = 0; i < count; i++) {
            long before = Slots.position(words[i], first);
            if (Slots.tagOf(words[i]) == tags[i] && before >= ring.tail()) {
                touched ^= ring.chunk(directory, before)[ring.at(before)];
            }
        }
        block.touch(touched);
        for (int i = 0; i < count; i++) {
            put(directory, tags[i], block.key(kind, i), block.object(i), first + i);
        }
    }

    private long tag(TupleBlock block, int i) {
        long key = block.key(kind, i);
        return Slots.tag(
                kind == KeyKind.TRIPLE ? Slots.hash(key, block.object(i)) : Slots.hash(key));
    }

    /** Writes the distance before the slot, because a reader of an older window follows it. */
    private void put(long[][] directory, long tag, long key, long object, long position) {
        long[] slots = current;
        int mask = slots.length - 1;
        int slot = Slots.home(tag, slots.length);
        long before = -1;
        for (long word = slots[slot]; word != 0; word = slots[slot]) {
            if (Slots.tagOf(word) == tag) {
                before = Slots.position(word, position);
                if (before >= ring.tail() && matches(directory, before, key, object)) {
                    break;
                }
            }
            slot = (slot + 1) & mask;
        }
        if (slots[slot] == 0) {
            before = oldCount == 0 ? -1 : findOld(directory, tag, key, object, position);
            count++;
        }
        long distance = before < 0 ? TupleDescriptor.NO_PREVIOUS : position - before;
        KeyKind.putToPrevious(kind, ring.chunk(directory, position), ring.at(position), distance);
        Slots.putRelease(slots, slot, Slots.word(tag, position));
    }

    private long findOld(long[][] directory, long tag, long key, long object, long position) {
        int mask = old.length - 1;
        int slot = Slots.home(tag, old.length);
        for (long word = old[slot]; word != 0; word = old[slot]) {
            if (Slots.tagOf(word) == tag) {
                long before = Slots.position(word, position);
                if (before >= ring.tail() && matches(directory, before, key, object)) {
                    return before;
                }
            }
            slot = (slot + 1) & mask;
        }
        return -1;
    }

    private boolean matches(long[][] directory, long position, long key, long object) {
        return KeyKind.matches(
                kind, ring.chunk(directory, position), ring.at(position), key, object);
    }

    /**
     * Doubles the slots of the current generation. Readers of the old array miss nothing, since it
     * leads to all published positions.
     */
    private void grow() {
        if (current.length == SLOTS_MAX) {
            throw new IllegalStateException("too many keys: slots=" + SLOTS_MAX);
        }
        long[] larger = new long[current.length * 2];
        int mask = larger.length - 1;
        for (long word : current) {
            if (word != 0) {
                int slot = Slots.home(Slots.tagOf(word), larger.length);
                while (larger[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                larger[slot] = word;
            }
        }
        memory.count((long) (larger.length - current.length) * Long.BYTES);
        current = larger;
    }

    /** Drops the old generation: windows begin after all of its positions. */
    void dropOld() {
        memory.count((long) (SLOTS_MIN - old.length) * Long.BYTES);
        old = new long[SLOTS_MIN];
        oldCount = 0;
    }

    /** Makes the current generation the old one, which must be dropped. */
    void rotate() {
        int slots = SLOTS_MIN;
        while ((long) slots * LOAD_EIGHTHS / 8 <= count) {
            slots *= 2;
        }
        memory.count((long) (slots - old.length) * Long.BYTES);
        old = current;
        oldCount = count;
        current = new long[slots];
        count = 0;
    }

    void free() {
        memory.count(-(long) (current.length + old.length) * Long.BYTES);
    }
}
