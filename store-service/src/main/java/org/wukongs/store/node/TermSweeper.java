package org.wukongs.store.node;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermReclamation;

/**
 * Reclaims the terms that nothing names any longer, in rounds that follow each other as long as
 * something changes (docs/adr/0033). A round marks the terms that are named and, when ids that
 * somebody has got before the round may no longer be used, reclaims those that no round has marked
 * since. A thread of its own; the node's thread only makes the cut of what names terms.
 */
public final class TermSweeper implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(TermSweeper.class);

    /** How often it asks whether something has changed, and tries again what has failed. */
    private static final long ASK_NS = TimeUnit.SECONDS.toNanos(1);

    /** A round takes at least so many times as long as its marking: at most 5 % of a processor. */
    private static final int WORK_PARTS = 20;

    /** What is no longer named is reclaimed at the end of the second round after that. */
    private static final int ROUNDS_AFTER_CHANGE = 3;

    /** Time for results of 10 MB at the least rate at which a client may read, of HTTP. */
    private static final long READERS_NS = TimeUnit.MINUTES.toNanos(10);

    private enum State {
        RESTING,
        MARKING,
        WAITING
    }

    /** The node's log, which writes the texts of terms before what names them. Any thread. */
    public interface TermLog {

        /** Of a node without a log. */
        TermLog NONE =
                new TermLog() {
                    @Override
                    public long request() {
                        return 0;
                    }

                    @Override
                    public boolean has(long request) {
                        return true;
                    }
                };

        /** Asks for the texts of all terms that the records so far name; the request's number. */
        long request();

        /** Returns whether the log has taken what a request asked for. */
        boolean has(long request);
    }

    private final TermDictionary dictionary;
    private final TermReclamation terms;
    private final TermLog log;
    private final LongSupplier version;
    private final Supplier<TermRoots> roots;
    private final boolean reclaims;
    private final long keptNs;
    private final NanoClock clock;
    private final CountDownLatch marked = new CountDownLatch(1); // of the first round
    private State state = State.RESTING;
    private long dueNs;
    private long begunNs;
    private long markingNs;
    private long logged; // request of the log: it has what was named before the marking
    private long changes; // that the newest round has seen
    private int roundsAfterChange;

    /**
     * @param version changes if the graphs or streams have changed; waits for the node's thread
     * @param roots makes a cut of what names terms, likewise
     * @param log does not have to write a term of a record that is waiting after this has reclaimed
     *     it because a later record ended its being named: a crash may come between the two
     * @param keptMs how long the term of an id that somebody has got is kept at least, though
     *     nothing names it; {@link StoreConfig#TERMS_KEPT_FOREVER} if none is reclaimed
     */
    public TermSweeper(
            TermDictionary dictionary,
            LongSupplier version,
            Supplier<TermRoots> roots,
            TermLog log,
            long keptMs,
            NanoClock clock) {
        this.dictionary = dictionary;
        this.terms = dictionary.reclamation();
        this.version = version;
        this.roots = roots;
        this.log = log;
        this.reclaims = terms != null && keptMs != StoreConfig.TERMS_KEPT_FOREVER;
        this.keptNs = TimeUnit.MILLISECONDS.toNanos(keptMs);
        this.clock = clock;
        this.dueNs = clock.nanoTime();
    }

    @Override
    public int doWork() {
        if (!reclaims || clock.nanoTime() - dueNs < 0) {
            return 0;
        }
        State before = state;
        try {
            switch (state) {
                case RESTING -> beginIfChanged();
                case MARKING -> mark();
                case WAITING -> endIfUnheld();
            }
        } catch (WukongsException e) {
            LOG.info("looking for terms that nothing names is put off: {}", e.getMessage());
            dueNs = clock.nanoTime() + ASK_NS;
        } catch (RuntimeException e) {
            throw new AgentTerminationException(e); // a round that is half done is not done again
        }
        return state == before ? 0 : 1;
    }

    /**
     * Waits until the first round has marked the terms that are named, if any are to be reclaimed.
     * Any thread.
     */
    public void awaitMarks(long waitMsMax) throws InterruptedException {
        if (reclaims) {
            marked.await(waitMsMax, TimeUnit.MILLISECONDS);
        }
    }

    private void beginIfChanged() {
        long present = version.getAsLong() + Arrays.stream(dictionary.counters()).sum();
        roundsAfterChange = present == changes ? roundsAfterChange + 1 : 0;
        changes = present;
        if (roundsAfterChange >= ROUNDS_AFTER_CHANGE) {
            dueNs = clock.nanoTime() + Math.min(keptNs, ASK_NS);
            return;
        }
        terms.beginRound();
        begunNs = clock.nanoTime();
        state = State.MARKING;
    }

    private void mark() {
        long startNs = clock.nanoTime();
        try (TermRoots named = roots.get()) {
            named.forEach(terms::mark);
        }
        logged = log.request();
        marked.countDown();
        markingNs = clock.nanoTime() - startNs;
        dueNs = begunNs + keptNs;
        state = State.WAITING;
    }

    private void endIfUnheld() {
        if (terms.isHeldFromBefore()) {
            endSlowReaders();
            return;
        }
        if (!log.has(logged)) {
            dueNs = clock.nanoTime() + ASK_NS;
            return;
        }
        long count = terms.endRound();
        LOG.debug("terms that nothing named were reclaimed: count={}", count);
        dueNs = begunNs + WORK_PARTS * markingNs;
        state = State.RESTING;
    }

    private void endSlowReaders() {
        if (clock.nanoTime() - begunNs < keptNs + READERS_NS) {
            return;
        }
        int count = terms.endReaders();
        if (count > 0) {
            LOG.warn("results are read so slowly that they are given up: count={}", count);
        }
    }

    @Override
    public String roleName() {
        return "wukongs-terms";
    }
}
