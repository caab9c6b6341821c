package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * A record that waits for a disk may name a term that a later record has ended the use of: its text
 * has to be in the log before the term is reclaimed, or a crash between the two records leaves an
 * id without a term ({@link NodeLogTest}, seed 1630738516904 of case 15).
 */
class SlowLogTest {

    private static final long KEPT_MS = 1_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, clock);
    private final TermDictionary terms = node.dictionary();
    private final SlowLog log = new SlowLog();
    private final TermSweeper sweeper =
            new TermSweeper(terms, node::version, node::termRoots, log, KEPT_MS, clock);

    /** A log whose disk does what it is told to. */
    private static final class SlowLog implements TermSweeper.TermLog {

        private long requests;
        private long done;

        @Override
        public long request() {
            return ++requests;
        }

        @Override
        public boolean has(long request) {
            return done >= request;
        }
    }

    private void runFor(int seconds) {
        for (int second = 0; second < seconds; second++) {
            clock.advance(TimeUnit.SECONDS.toNanos(1));
            sweeper.doWork();
        }
    }

    @Test
    void noTermIsReclaimedBeforeTheLogHasWhatNamedIt() {
        node.update("INSERT DATA { <u:s> <u:p> <u:o> }");
        node.update("CLEAR ALL");
        runFor(600);
        assertThat(log.requests).isEqualTo(1);
        assertThat(terms.statistics().reclaimedCount()).isZero();
        log.done = 1;
        runFor(600);
        assertThat(log.requests).isEqualTo(2);
        assertThat(terms.statistics().reclaimedCount()).as("it was given in this round").isZero();
        log.done = Long.MAX_VALUE;
        runFor(600);
        assertThat(terms.statistics().reclaimedCount()).isEqualTo(2);
        node.close();
    }
}
