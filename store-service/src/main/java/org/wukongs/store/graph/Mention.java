package org.wukongs.store.graph;

/** A triple that a stream has said, with the batch and the number of the mention. Mutable. */
public final class Mention {

    private long batch;
    private long number;
    private long subject;
    private long pid;
    private long object;

    Mention() {
        clear();
    }

    void clear() {
        set(0, -1, 0, 0, 0);
    }

    void set(Mention other) {
        set(other.batch, other.number, other.subject, other.pid, other.object);
    }

    void set(long ofBatch, long withNumber, long s, long p, long o) {
        batch = ofBatch;
        number = withNumber;
        subject = s;
        pid = p;
        object = o;
    }

    public long batch() {
        return batch;
    }

    /** Returns its number among all mentions of the graph. */
    public long number() {
        return number;
    }

    public long subject() {
        return subject;
    }

    public long pid() {
        return pid;
    }

    public long object() {
        return object;
    }
}
