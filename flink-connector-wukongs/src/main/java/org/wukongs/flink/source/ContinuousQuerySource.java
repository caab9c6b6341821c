package org.wukongs.flink.source;

import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SupportsSplitReassignmentOnRecovery;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.client.WindowResult;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.flink.common.StoreConnector;

/**
 * Reads the results of continuous queries from a Wukong+S store: one record for each execution of
 * each query, in order of window end within a query. Queries that differ in constants only may be
 * read together, as a template: that takes one request for all of them instead of one each, and a
 * query without rows at a window end then has no record.
 *
 * <p>A record's timestamp is its window end − 1 ms, and the watermark that follows it is the same,
 * so use {@code WatermarkStrategy.noWatermarks()}. Every window is part of exactly one checkpoint:
 * a transactional sink delivers it once, any other sink at least once. The store keeps what the
 * windows after the last completed checkpoint need; a job without checkpoints must therefore call
 * {@code setReleaseOnCheckpoint(false)}.
 *
 * <pre>{@code
 * env.fromSource(
 *     ContinuousQuerySource.builder()
 *         .setStoreAddresses("localhost:7878")
 *         .setQueries("REGISTER QUERY friend_posts AS SELECT … FROM STREAM … [RANGE 1s STEP 100ms] WHERE { … }")
 *         .build(),
 *     WatermarkStrategy.noWatermarks(),
 *     "friend posts");
 * }</pre>
 */
@PublicEvolving
public final class ContinuousQuerySource
        implements Source<WindowResult, QuerySplit, QueryEnumeratorState>,
                ResultTypeQueryable<WindowResult>,
                SupportsSplitReassignmentOnRecovery {

    private static final long serialVersionUID = 1L;

    private final StoreConnector store;
    private final QueryRegistration registration;
    private final ReadOptions options;

    ContinuousQuerySource(
            StoreConnector store, QueryRegistration registration, ReadOptions options) {
        this.store = store;
        this.registration = registration;
        this.options = options;
    }

    public static ContinuousQuerySourceBuilder builder() {
        ClassPathCheck.check(ContinuousQuerySource.class);
        return new ContinuousQuerySourceBuilder();
    }

    @Override
    public Boundedness getBoundedness() {
        return options.bounded() ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Internal
    @Override
    public SourceReader<WindowResult, QuerySplit> createReader(SourceReaderContext context) {
        return QueryReader.create(store, options, context);
    }

    @Internal
    @Override
    public SplitEnumerator<QuerySplit, QueryEnumeratorState> createEnumerator(
            SplitEnumeratorContext<QuerySplit> context) {
        return restoreEnumerator(context, new QueryEnumeratorState(List.of(), List.of()));
    }

    @Internal
    @Override
    public SplitEnumerator<QuerySplit, QueryEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<QuerySplit> context, QueryEnumeratorState state) {
        return new QueryEnumerator(context, store, registration, options.bounded(), state);
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<QuerySplit> getSplitSerializer() {
        return new QuerySplitSerializer();
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<QueryEnumeratorState> getEnumeratorCheckpointSerializer() {
        return new QueryEnumeratorStateSerializer();
    }

    @Override
    public TypeInformation<WindowResult> getProducedType() {
        return WindowResultTypeInfo.INSTANCE;
    }
}
