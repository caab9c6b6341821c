package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.value.RowCells;

/** Rounds of reclamation wait for those who read large results, but not for ever. */
class SlowReaderTest {

    private static final int TRIPLES = 20_000;
    private static final long KEPT_MS = 30_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, clock);
    private final TermDictionary terms = node.dictionary();
    private final TermSweeper sweeper =
            new TermSweeper(
                    terms,
                    node::version,
                    node::termRoots,
                    TermSweeper.TermLog.NONE,
                    KEPT_MS,
                    clock);

    private void runFor(long minutes) {
        for (long second = 0; second < 60 * minutes; second++) {
            clock.advance(TimeUnit.SECONDS.toNanos(1));
            sweeper.doWork();
        }
    }

    private void fill() {
        StringBuilder text = new StringBuilder("INSERT DATA {");
        for (int i = 0; i < TRIPLES; i++) {
            text.append("<u:").append(i).append("> <u:p> ").append(i).append(" . ");
        }
        node.update(text.append('}').toString());
    }

    @Test
    void termsOfAResultStayUntilItIsRead() {
        fill();
        try (OneShotRows rows = node.rows("SELECT * WHERE { ?s <u:p> ?o }")) {
            node.update("CLEAR ALL");
            runFor(9);
            assertThat(terms.statistics().reclaimedCount()).isZero();
            assertThat(rows.size()).isEqualTo(TRIPLES);
            RowCells cells = rows.cells();
            for (int i = 0; i < TRIPLES; i++) {
                assertThat(cells.nextRow(2)[0]).startsWith("<u:");
            }
        }
        runFor(2);
        assertThat(terms.statistics().reclaimedCount()).isEqualTo(2 * TRIPLES);
        node.close();
    }

    @Test
    void aReaderThatIsTooSlowIsGivenUp() {
        fill();
        try (OneShotRows rows = node.rows("SELECT * WHERE { ?s <u:p> ?o }")) {
            node.update("CLEAR ALL");
            runFor(13);
            assertThat(terms.statistics().reclaimedCount()).isEqualTo(2 * TRIPLES);
            assertFails(Category.RETRIABLE, "read too slowly", () -> rows.cells().next());
        }
        fill();
        runFor(3);
        assertThat(node.query("SELECT * WHERE { ?s <u:p> ?o }").rows()).hasSize(TRIPLES);
        assertThat(node.check().violations()).isEmpty();
        node.close();
    }
}
