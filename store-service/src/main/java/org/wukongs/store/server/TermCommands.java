package org.wukongs.store.server;

import java.util.Arrays;
import java.util.function.Consumer;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.load.TermCheck;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader.TextVisitor;

/**
 * Carries out a connection's requests of the dictionary. Terms are passed to it as bytes of the
 * request after they have been checked. The session's thread.
 */
final class TermCommands {

    private final Exchange exchange;
    private final TermServer terms;
    private final TermCheck check = new TermCheck();
    private final TermBatch batch = new TermBatch();

    TermCommands(Exchange exchange, TermServer terms) {
        this.exchange = exchange;
        this.terms = terms;
    }

    void vertexIds() {
        answer(check::checkTerm, terms::vertexIds);
    }

    void predicateIds() {
        answer(check::checkPredicate, terms::predicateIds);
    }

    private void answer(TextVisitor checkText, Consumer<TermBatch> lookUp) {
        Ids ids = new Ids(checkText, lookUp);
        batch.clear();
        exchange.request().visitStrings("number of terms", InputLimits.TERM_COUNT_MAX, ids);
        exchange.ok().putLongs(ids.all());
    }

    /** The ids of the terms read so far. */
    private final class Ids implements TextVisitor {

        private final TextVisitor checkText;
        private final Consumer<TermBatch> lookUp;
        private long[] ids = new long[TermBatch.SIZE_GOOD];
        private int count;

        Ids(TextVisitor checkText, Consumer<TermBatch> lookUp) {
            this.checkText = checkText;
            this.lookUp = lookUp;
        }

        @Override
        public void text(byte[] utf8, int from, int to) {
            checkText.text(utf8, from, to);
            batch.add(utf8, from, to);
            if (batch.isFull()) {
                flush();
            }
        }

        private void flush() {
            lookUp.accept(batch);
            if (count + batch.size() > ids.length) {
                ids = Arrays.copyOf(ids, Math.max(2 * count, count + batch.size()));
            }
            for (int i = 0; i < batch.size(); i++) {
                ids[count++] = batch.id(i);
            }
            batch.clear();
        }

        long[] all() {
            flush();
            return Arrays.copyOf(ids, count);
        }
    }
}
