package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.testing.FakeStore;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;

final class WukongsCommitterTest {

    private FakeStore store;
    private WukongsCommitter committer;

    @BeforeEach
    void start() {
        store = FakeStore.start("committer-test");
        store.client(new StoreAddress("committer-test", 1)).close();
        store.registerStream(StreamDefinition.of("s"));
        StoreConnector connector = StoreConnector.of("committer-test:1", null, FakeStore::connect);
        committer = new WukongsCommitter(connector, "s");
    }

    @Test
    void tellsThePositionsAndConnectsOnlyThen() {
        assertThat(store.openClients()).isZero();
        Request first = commit(1);
        Request second = commit(2);
        assertThat(store.takeEvents()).containsExactly("commit 0 1", "commit 0 2");
        assertThat(first.signals).isEmpty();
        assertThat(second.signals).isEmpty();
        assertThat(store.openClients()).isEqualTo(1);
        committer.close();
        committer.close();
        assertThat(store.openClients()).isZero();
    }

    @Test
    void aBrokenConnectionIsTriedAgainWithAnother() {
        commit(1);
        store.failNextCommit(WukongsException.retriable("the connection broke"));
        assertThat(commit(2).signals).containsExactly("retry");
        assertThat(store.openClients()).isZero();
        store.takeEvents();
        assertThat(commit(2).signals).isEmpty();
        assertThat(store.takeEvents()).containsExactly("commit 0 2");
        committer.close();
    }

    @Test
    void whatTheStoreRejectsFailsTheJobAndWhatItDoesNotKnowDoesNot() {
        store.failNextCommit(WukongsException.user("malformed"));
        assertThat(commit(1).signals).containsExactly("unknown reason: malformed");
        committer =
                new WukongsCommitter(
                        StoreConnector.of("committer-test:1", null, FakeStore::connect), "other");
        assertThat(commit(1).signals)
                .singleElement()
                .asString()
                .startsWith("known reason: the store does not know")
                .contains("stream=other");
        committer.close();
    }

    private Request commit(long sequence) {
        Request request = new Request(new WriterCommittable(new MessageId(1, 0, sequence)));
        committer.commit(List.of(request));
        return request;
    }

    private static final class Request implements CommitRequest<WriterCommittable> {

        private final WriterCommittable committable;
        private final List<String> signals = new ArrayList<>();

        Request(WriterCommittable committable) {
            this.committable = committable;
        }

        @Override
        public WriterCommittable getCommittable() {
            return committable;
        }

        @Override
        public int getNumberOfRetries() {
            return 0;
        }

        @Override
        public void signalFailedWithKnownReason(Throwable reason) {
            signals.add("known reason: " + reason.getMessage());
        }

        @Override
        public void signalFailedWithUnknownReason(Throwable reason) {
            signals.add("unknown reason: " + reason.getMessage());
        }

        @Override
        public void retryLater() {
            signals.add("retry");
        }

        @Override
        public void updateAndRetryLater(WriterCommittable other) {
            signals.add("update");
        }

        @Override
        public void signalAlreadyCommitted() {
            signals.add("already");
        }
    }
}
