package org.wukongs.flink.changelog;

import java.util.UUID;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.flink.common.StoreConnector;

/**
 * Reads a stored graph and then what each snapshot adds to it and removes from it; one subtask
 * reads all. Each change is part of exactly one checkpoint, also while the graph is read for the
 * first time. A change has no event time.
 *
 * @param <T> the type of the records
 */
@Internal
public final class GraphChangelogSource<T>
        implements Source<T, ChangelogSplit, ChangelogEnumeratorState>, ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final StoreConnector store;
    private final ChangelogOptions options;
    private final ChangeDecoder<T> decoder;
    private final TypeInformation<T> type;

    public GraphChangelogSource(
            StoreConnector store,
            ChangelogOptions options,
            ChangeDecoder<T> decoder,
            TypeInformation<T> type) {
        this.store = store;
        this.options = options;
        this.decoder = decoder;
        this.type = type;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, ChangelogSplit> createReader(SourceReaderContext context) {
        return ChangelogReader.create(store, options, decoder, context);
    }

    @Override
    public SplitEnumerator<ChangelogSplit, ChangelogEnumeratorState> createEnumerator(
            SplitEnumeratorContext<ChangelogSplit> context) {
        String reader = UUID.randomUUID().toString();
        ChangelogSplit split = new ChangelogSplit(options.graph(), reader, ChangelogPosition.START);
        return restoreEnumerator(context, new ChangelogEnumeratorState(split));
    }

    @Override
    public SplitEnumerator<ChangelogSplit, ChangelogEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<ChangelogSplit> context, ChangelogEnumeratorState state) {
        return new ChangelogEnumerator(context, state);
    }

    @Override
    public SimpleVersionedSerializer<ChangelogSplit> getSplitSerializer() {
        return new ChangelogSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<ChangelogEnumeratorState> getEnumeratorCheckpointSerializer() {
        return new ChangelogEnumeratorStateSerializer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }
}
