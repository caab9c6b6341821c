package org.wukongs.store.graph;

/** A small region for one run of a race; the arbiter closes it. */
final class Scratch {

    private static final ReaderEpochs NO_READERS = new ReaderEpochs();

    final MemoryRegion region;
    final BlockAllocator allocator;
    final ReaderEpochs epochs;
    final RetiredBlocks retired;
    final WriteJournal journal;
    final NeighbourLists lists;

    /** Where no reader enters an epoch. */
    Scratch(long bytes) {
        this(bytes, NO_READERS);
    }

    Scratch(long bytes, ReaderEpochs epochs) {
        this.epochs = epochs;
        region = new MemoryRegion(bytes);
        allocator = new BlockAllocator(region);
        retired = new RetiredBlocks(allocator, epochs);
        journal = new WriteJournal(region, retired);
        lists = new NeighbourLists(region, allocator, journal, null);
    }

    /** A published list of objects 1..length with room for {@code room}. */
    long newList(int direction, int length, int room) {
        long list = lists.roomFor(direction, 0, 0, room);
        for (int place = 0; place < length; place++) {
            lists.put(lists.start(list), place, place + 1L);
        }
        return lists.finish(direction, 0, 0, list, length);
    }

    /** Writes one more id behind the end and journals the new length. */
    void append(int direction, long value, long id) {
        int length = NeighbourLists.plainLength(region, value);
        long list = lists.roomFor(direction, value, length, 1);
        lists.put(lists.start(list), length, id);
        lists.finish(direction, value, length, list, length + 1);
    }

    void close() {
        region.close();
    }
}
