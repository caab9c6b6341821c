package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.mocks.MockSplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;
import org.wukongs.flink.testing.FakeStore;
import org.wukongs.stream.StreamDefinition;

final class QueryEnumeratorTest {

    private static final QueryEnumeratorState NEW = new QueryEnumeratorState(List.of(), List.of());
    private static final List<StreamSpec> STREAMS =
            List.of(StreamSpec.of(StreamDefinition.of("s")));

    private final StoreConnector store =
            StoreConnector.of("h0:1,h1:1", Duration.ofSeconds(1), FakeStore::connect);
    private final MockSplitEnumeratorContext<QuerySplit> context =
            new MockSplitEnumeratorContext<>(2);
    private FakeStore fake;

    @BeforeEach
    void startStore() {
        fake = FakeStore.start("h0");
    }

    @AfterEach
    void closeContext() throws Exception {
        context.close();
        assertThat(fake.openClients()).isZero();
    }

    @Test
    void queriesGoToReadersInTurnOnceAllAreThere() throws Throwable {
        QueryEnumerator enumerator = started(NEW, text("a"), text("b"), text("c"));
        assertThat(fake.streamNames()).containsExactly("s");
        register(enumerator, 1, "x");
        assertThat(assigned()).isEmpty();
        assertThat(enumerator.snapshotState(1).unassigned()).hasSize(3);
        register(enumerator, 0, "x");
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("a", "c"), 1, List.of("b")));
        assertThat(context.hasNoMoreSplits(0) && context.hasNoMoreSplits(1)).isTrue();
        assertThat(enumerator.snapshotState(2))
                .isEqualTo(new QueryEnumeratorState(List.of("a", "b", "c"), List.of()));
    }

    @Test
    void readersMayBeThereBeforeTheQueries() throws Throwable {
        QueryEnumerator enumerator = enumerator(NEW, text("a"));
        enumerator.start();
        register(enumerator, 0, "x");
        register(enumerator, 1, "x");
        assertThat(assigned()).isEmpty();
        assertThat(context.hasNoMoreSplits(1)).isFalse();
        context.runNextOneTimeCallable();
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("a")));
        assertThat(context.hasNoMoreSplits(1)).isTrue();
    }

    @Test
    void aReaderOnTheStoreNodesHostIsPreferred() throws Throwable {
        fake.move("b", StoreAddress.parse("h1:1"));
        QueryEnumerator enumerator = started(NEW, text("a"), text("b"), text("c"));
        register(enumerator, 0, "h1");
        register(enumerator, 1, "h0");
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("b"), 1, List.of("a", "c")));
    }

    @Test
    void aSplitThatComesBackGoesToTheSameSubtask() throws Throwable {
        QueryEnumerator enumerator = started(NEW, text("a"));
        register(enumerator, 0, "x");
        register(enumerator, 1, "x");
        QuerySplit back = QuerySplit.ofQuery("a", "h0:1").from(700);
        context.unregisterReader(0);
        enumerator.addSplitsBack(List.of(back), 0);
        assertThat(enumerator.snapshotState(1).unassigned()).containsExactly(back);
        register(enumerator, 0, "x");
        var last = context.getSplitsAssignmentSequence();
        assertThat(last.get(last.size() - 1).assignment()).isEqualTo(Map.of(0, List.of(back)));
        assertThat(enumerator.snapshotState(2).unassigned()).isEmpty();
    }

    @Test
    void splitsOfRestoredReadersAreSharedAnew() throws Throwable {
        QueryEnumeratorState state = new QueryEnumeratorState(List.of("a", "b"), List.of());
        QueryEnumerator enumerator = started(state, text("a"), text("b"));
        QuerySplit a = QuerySplit.ofQuery("a", "h0:1").from(300);
        QuerySplit b = QuerySplit.ofQuery("b", "h0:1").from(400);
        report(enumerator, 0, "x", a, b);
        report(enumerator, 0, "x", a, b);
        assertThat(enumerator.snapshotState(1).unassigned()).containsExactly(a, b);
        report(enumerator, 1, "x");
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("a"), 1, List.of("b")));
        report(enumerator, 0, "x", a);
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("a", "a"), 1, List.of("b")));
    }

    @Test
    void whatComesBackAndIsReportedTooIsOneSplit() throws Throwable {
        QueryEnumeratorState state = new QueryEnumeratorState(List.of("a", "b"), List.of());
        QueryEnumerator enumerator = started(state, text("a"), text("b"));
        QuerySplit a = QuerySplit.ofQuery("a", "h0:1").from(300);
        QuerySplit b = QuerySplit.ofQuery("b", "h0:1").from(400);
        report(enumerator, 0, "x", b);
        report(enumerator, 1, "x", a);
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("b"), 1, List.of("a")));
        context.unregisterReader(0);
        enumerator.addSplitsBack(List.of(b), 0);
        report(enumerator, 0, "x", a, b);
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("b", "b"), 1, List.of("a")));
    }

    /** As written by a version that let two subtasks have one split. */
    @Test
    void ofTwoPositionsOfASplitTheLaterHolds() throws Throwable {
        QuerySplit a = QuerySplit.ofQuery("a", "h0:1");
        QueryEnumeratorState state =
                new QueryEnumeratorState(List.of("a"), List.of(a.from(500), a.from(300)));
        QueryEnumerator enumerator = started(state, text("a"));
        report(enumerator, 0, "x", a.from(700));
        report(enumerator, 1, "x", a.from(600));
        assertThat(context.getSplitsAssignmentSequence()).hasSize(1);
        assertThat(context.getSplitsAssignmentSequence().get(0).assignment())
                .isEqualTo(Map.of(0, List.of(a.from(700))));
    }

    @Test
    void aQueryThatNobodyReadsAnyMoreIsNotPassedOver() throws Throwable {
        QueryEnumeratorState state = new QueryEnumeratorState(List.of("a", "b"), List.of());
        QueryEnumerator enumerator = started(state, text("a"), text("b"));
        report(enumerator, 0, "x", QuerySplit.ofQuery("a", "h0:1").from(300));
        assertThatThrownBy(() -> report(enumerator, 1, "x"))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("splits=[b]");
    }

    @Test
    void aSplitOfANodeThatIsNotKnownIsTheFirstNodes() throws Throwable {
        QuerySplit moved = QuerySplit.ofQuery("a", "elsewhere:1").from(300);
        QueryEnumeratorState state = new QueryEnumeratorState(List.of("a"), List.of(moved));
        QueryEnumerator enumerator = started(state, text("a"));
        register(enumerator, 0, "h1");
        register(enumerator, 1, "h0");
        assertThat(assigned()).isEqualTo(Map.of(1, List.of("a")));
    }

    @Test
    void stateThatReadsAnUnnamedTemplateIsRefused() throws Throwable {
        QuerySplit template = QuerySplit.ofTemplate("t", "h0:1");
        QueryEnumeratorState state =
                new QueryEnumeratorState(List.of(template.splitId()), List.of(template));
        assertThatThrownBy(() -> started(state, text("a")))
                .hasRootCauseInstanceOf(WukongsException.class)
                .hasStackTraceContaining("keep setTemplates and setWholeTemplates as they were");
    }

    @Test
    void aRestoredEnumeratorAssignsItsOwnSplitsThoseOfReadersAndNewOnes() throws Throwable {
        QuerySplit left = QuerySplit.ofQuery("b", "h1:1").from(300);
        QueryEnumeratorState state = new QueryEnumeratorState(List.of("a", "b"), List.of(left));
        QueryEnumerator enumerator = started(state, text("a"), text("b"), text("new"));
        QuerySplit read = QuerySplit.ofQuery("a", "h1:1").from(400);
        report(enumerator, 0, "x", read);
        register(enumerator, 1, "x");
        assertThat(assigned()).isEqualTo(Map.of(0, List.of("b", "a"), 1, List.of("new")));
        assertThat(context.getSplitsAssignmentSequence().get(0).assignment())
                .as("at the node that has it now")
                .isEqualTo(Map.of(0, List.of(left.at("h0:1"))));
    }

    @Test
    void queriesThatAreRegisteredAlreadyAreFoundByName() throws Throwable {
        started(NEW, text("a"));
        QueryRegistration byName = registration(List.of(), List.of(), List.of("a"));
        assertThat(byName.register(store, Set.of()))
                .containsExactly(QuerySplit.ofQuery("a", "h0:1"));
        QueryRegistration twice = registration(List.of(), List.of(text("a")), List.of("a"));
        assertThatThrownBy(() -> twice.register(store, Set.of()))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("query=a");
    }

    @Test
    void aQueryThatIsNotAcceptedFailsTheJobWithItsMessageAsLastCause() {
        QueryRegistration unknownStream = registration(List.of(), List.of(text("a")), List.of());
        QueryEnumerator enumerator = new QueryEnumerator(context, store, unknownStream, false, NEW);
        enumerator.start();
        assertThatThrownBy(context::runNextOneTimeCallable)
                .hasRootCauseInstanceOf(WukongsException.class)
                .hasRootCauseMessage("unknown stream: stream=s")
                .satisfies(e -> assertThat(causes(e)).contains(FlinkRuntimeException.class));
    }

    private static QueryRegistration registration(
            List<StreamSpec> streams, List<String> texts, List<String> names) {
        return new QueryRegistration("", streams, texts, names, List.of(), false);
    }

    private static List<Class<?>> causes(Throwable error) {
        List<Class<?>> classes = new ArrayList<>();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            classes.add(cause.getClass());
        }
        return classes;
    }

    private QueryEnumerator started(QueryEnumeratorState state, String... texts) throws Throwable {
        QueryEnumerator enumerator = enumerator(state, texts);
        enumerator.start();
        context.runNextOneTimeCallable();
        return enumerator;
    }

    private QueryEnumerator enumerator(QueryEnumeratorState state, String... texts) {
        return new QueryEnumerator(
                context, store, registration(STREAMS, List.of(texts), List.of()), false, state);
    }

    private void register(QueryEnumerator enumerator, int subtask, String host) {
        context.registerReader(new ReaderInfo(subtask, host));
        enumerator.addReader(subtask);
    }

    private void report(
            QueryEnumerator enumerator, int subtask, String host, QuerySplit... splits) {
        context.registerReader(ReaderInfo.createReaderInfo(subtask, host, List.of(splits)));
        enumerator.addReader(subtask);
    }

    private Map<Integer, List<String>> assigned() {
        Map<Integer, List<String>> queries = new TreeMap<>();
        for (var assignment : context.getSplitsAssignmentSequence()) {
            assignment
                    .assignment()
                    .forEach(
                            (reader, splits) ->
                                    splits.forEach(
                                            s ->
                                                    queries.computeIfAbsent(
                                                                    reader, r -> new ArrayList<>())
                                                            .add(s.splitId())));
        }
        return queries;
    }

    private static String text(String name) {
        return "REGISTER QUERY " + name + " AS SELECT * FROM STREAM s [RANGE 100ms STEP 100ms]";
    }
}
