package org.wukongs.store.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * What a graph keeps for a time: the logs of the mentions by streams with a retention, and what
 * they do not tell by themselves.
 *
 * <p>A triple that is there has been mentioned once or more: by a stream with a retention, which
 * has logged the mention, or by whatever keeps it for ever. It leaves with the last of its logged
 * mentions that falls due, if there was no other: each mention but the first is counted, and each
 * one that falls due is taken from the count until none is left (docs/adr/0031). The order of
 * mentions is of no importance, only a removal ends them all.
 *
 * <p>A change calls {@link #begin}, notes what it does, and ends by {@link #commit} or {@link
 * #rollback}. Owned by the writer.
 */
public final class GraphRetention {

    private final StoredGraph graph;
    private final GraphMemory memory;
    private final List<MentionLog> logs = new ArrayList<>();
    private final RepeatedMentions repeated = new RepeatedMentions();
    private final TripleBuffer again = new TripleBuffer();
    private final TripleBuffer gone = new TripleBuffer();
    private long nextNumber;
    private long savedNumber;
    private long voidBefore; // of all mentions

    GraphRetention(StoredGraph graph) {
        this.graph = graph;
        this.memory = graph.memory();
    }

    /** Returns a new log, whose mentions count until it is {@link #drop dropped}. */
    public MentionLog newLog() {
        MentionLog log = new MentionLog(memory);
        logs.add(log);
        return log;
    }

    /** Drops a log: what it mentions stays as if it had been said for ever. */
    public void drop(MentionLog log) {
        log.clear();
        logs.remove(log);
    }

    /**
     * Takes the first mention of a log, which is due. Adds its triple to {@code expired} if nothing
     * keeps it any longer; the caller then removes it by {@link StoredGraph#expire}.
     */
    public void takeFirst(MentionLog log, TripleBuffer expired) {
        Mention due = log.first();
        long subject = due.subject();
        long pid = due.pid();
        long object = due.object();
        boolean isLast =
                due.number() >= voidBefore && repeated.takeDue(subject, pid, object, due.number());
        log.removeFirst();
        if (isLast) {
            expired.append(subject, pid, object);
        }
    }

    /** Takes the first mention of a log, which is due, for those who know what else keeps it. */
    public void takeFirst(MentionLog log, DueMentions due) {
        Mention first = log.first();
        due.append(first.number(), first.subject(), first.pid(), first.object());
        log.removeFirst();
    }

    /** Returns the number of the oldest mention, {@link HalfMentions#NONE} if there is none. */
    public long oldest() {
        return isEmpty() ? HalfMentions.NONE : firstNumber();
    }

    /**
     * Lets {@code mentions} log, by {@link #append}, those of a change that other nodes have made,
     * too; all or nothing.
     *
     * @param number of the first of them
     * @throws org.wukongs.error.WukongsException FATAL if the memory is full
     */
    public void log(long number, Runnable mentions) {
        begin();
        nextNumber = Math.max(nextNumber, number);
        boolean done = false;
        try {
            mentions.run();
            done = true;
        } finally {
            if (done) {
                commit();
            } else {
                logs.forEach(MentionLog::freeAppended);
                rollback();
            }
        }
    }

    private boolean isEmpty() {
        for (MentionLog log : logs) {
            if (log.count() > 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number before which no log has mentions. */
    private long firstNumber() {
        long first = nextNumber;
        for (MentionLog log : logs) {
            first = log.count() == 0 ? first : Math.min(first, log.first().number());
        }
        return first;
    }

    // Changes

    void begin() {
        again.clear();
        gone.clear();
        savedNumber = nextNumber;
        logs.forEach(MentionLog::begin);
    }

    /** Notes that triples which are there were said again. */
    void repeat(TripleBuffer triples) {
        again.appendAll(triples);
    }

    /** Notes that triples which were there were removed, whenever they would have been due. */
    void remove(SortedTriples triples) {
        for (int row = 0; row < triples.size(); row++) {
            gone.append(triples.vertex(row), triples.pid(row), triples.neighbour(row));
        }
    }

    /**
     * Appends a mention to a log.
     *
     * @throws org.wukongs.error.WukongsException FATAL if the memory is full
     */
    public void append(MentionLog log, long batch, long subject, long pid, long object) {
        log.append(batch, nextNumber++, subject, pid, object);
    }

    void rollback() {
        nextNumber = savedNumber;
        logs.forEach(MentionLog::rollback);
        begin();
    }

    void commit() {
        logs.forEach(MentionLog::commit);
        if (isEmpty()) {
            repeated.clear();
        } else {
            count();
        }
        begin();
    }

    /** Removals come first: a change removes, then adds. */
    private void count() {
        if (gone.size() > 0 && graph.tripleCount() == 0) {
            voidBefore = savedNumber;
            repeated.clear();
        } else {
            for (long row = 0; row < gone.size(); row++) {
                makeRoom();
                repeated.makeVoid(gone.subject(row), gone.pid(row), gone.object(row), savedNumber);
            }
        }
        for (long row = 0; row < again.size(); row++) {
            makeRoom();
            repeated.repeat(again.subject(row), again.pid(row), again.object(row));
        }
    }

    private void makeRoom() {
        if (repeated.isFull()) {
            repeated.sweep(firstNumber());
        }
    }

    // Cuts and checks

    /** Returns the state besides the logs, for any thread. */
    public RetentionCut cut() {
        return new RetentionCut(nextNumber, voidBefore, repeated.copy());
    }

    /** Restores a cut, after the logs. */
    public void restore(long next, long allVoidBefore) {
        nextNumber = next;
        voidBefore = allVoidBefore;
    }

    /** Restores what is known of one triple. */
    public void restore(long subject, long pid, long object, long triplesVoidBefore, long times) {
        repeated.put(subject, pid, object, triplesVoidBefore, times);
    }

    /** Restores the next mention of a log. */
    public void restore(
            MentionLog log, long batch, long number, long subject, long pid, long object) {
        log.begin();
        log.append(batch, number, subject, pid, object);
        log.commit();
    }

    void forEachBlock(BlockVisitor visitor) {
        logs.forEach(log -> log.forEachBlock(visitor));
    }

    /** Returns how many mentions keep a triple that the graph does not have. */
    long orphanCount() {
        long[] count = {0};
        for (MentionLog log : logs) {
            log.cut().forEach(mention -> count[0] += isOrphan(mention) ? 1 : 0);
        }
        return count[0];
    }

    private boolean isOrphan(Mention mention) {
        boolean isVoid =
                mention.number() < voidBefore
                        || repeated.isVoid(
                                mention.subject(),
                                mention.pid(),
                                mention.object(),
                                mention.number());
        return !isVoid && !graph.contains(mention.subject(), mention.pid(), mention.object());
    }
}
