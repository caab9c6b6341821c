package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeLog;
import org.wukongs.store.history.NodeRecord;

class RecordedTriplesTest {

    private static final long ROWS_MAX = 1L << 24;

    private final History history = new History();

    private void check(long rows, Collection<String> graphs) {
        RecordedTriples.checkSize(history, rows, graphs);
    }

    @Test
    void aRequestHasNoMoreThanTheLogTakesBeyondItsRoom() {
        history.begin(new Full());
        assertThatCode(() -> check(ROWS_MAX, List.of("g"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(ROWS_MAX + 1, List.of("g")))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("no more triples in one request")
                .hasMessageContaining("countMax=16777216");
        List<String> graphs = Collections.nCopies(1 << 18, "");
        assertThatCode(() -> check(1, graphs)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(1, Collections.nCopies(1 << 18, "g")))
                .hasMessageContaining("no more characters in names of graphs in one request");
    }

    @Test
    void aNodeWithoutALogTakesWhatItHasMemoryFor() {
        assertThatCode(() -> check(Long.MAX_VALUE, List.of())).doesNotThrowAnyException();
    }

    private static final class Full implements NodeLog {

        @Override
        public boolean hasRoom() {
            return false;
        }

        @Override
        public long append(NodeRecord record) {
            return 0;
        }

        @Override
        public long position() {
            return 0;
        }

        @Override
        public boolean isKept(long position) {
            return false;
        }

        @Override
        public boolean isFlushed(long position) {
            return false;
        }

        @Override
        public LogStatus status() {
            return null;
        }

        @Override
        public void requestFlush() {}
    }
}
