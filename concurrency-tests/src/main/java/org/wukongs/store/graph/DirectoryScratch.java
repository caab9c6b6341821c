package org.wukongs.store.graph;

/** A directory for one run of a race; the arbiter closes it. */
final class DirectoryScratch {

    final Scratch scratch;
    final VertexDirectory directory;

    DirectoryScratch(long bytes) {
        scratch = new Scratch(bytes);
        long tableAt = scratch.allocator.allocate(1);
        scratch.region.putLong(tableAt, 0);
        directory =
                new VertexDirectory(scratch.region, scratch.allocator, scratch.retired, tableAt);
    }

    /** Published room for vertices that have no words yet. */
    void makeRoom(long... vids) {
        directory.reserve(vids, vids.length);
        directory.publish();
    }

    /** Vertices that are there before the race begins, all with this word. */
    void fill(long word, long... vids) {
        makeRoom(vids);
        for (long vid : vids) {
            scratch.region.putLong(directory.place(vid), word);
            directory.countVertices(1);
        }
    }

    /** One more vertex, as an insert publishes it: room first, then its word. */
    void add(long vid, long word) {
        directory.reserve(new long[] {vid}, 1);
        long at = directory.place(vid);
        directory.publish();
        publish(at, word);
    }

    void publish(long at, long word) {
        scratch.journal.value(at, word);
        scratch.journal.apply();
    }

    void close() {
        scratch.close();
    }
}
