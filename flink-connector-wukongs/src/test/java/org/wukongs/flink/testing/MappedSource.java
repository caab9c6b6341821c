package org.wukongs.flink.testing;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SupportsSplitReassignmentOnRecovery;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * A source that is made when its job starts, and whose records are mapped as they are emitted;
 * everything else is the source's.
 */
@SuppressWarnings("try") // Flink's close() may be interrupted, and so it declares.
public final class MappedSource<A, B, S extends SourceSplit, E>
        implements Source<B, S, E>, ResultTypeQueryable<B>, SupportsSplitReassignmentOnRecovery {

    private static final long serialVersionUID = 1L;

    private final SerializableSupplier<Source<A, S, E>> source;
    private final SerializableFunction<A, B> function;
    private final TypeInformation<B> type;

    public MappedSource(
            SerializableSupplier<Source<A, S, E>> source,
            SerializableFunction<A, B> function,
            TypeInformation<B> type) {
        this.source = source;
        this.function = function;
        this.type = type;
    }

    @Override
    public Boundedness getBoundedness() {
        return source.get().getBoundedness();
    }

    @Override
    public SourceReader<B, S> createReader(SourceReaderContext context) throws Exception {
        return new MappedReader<>(source.get().createReader(context), function);
    }

    @Override
    public SplitEnumerator<S, E> createEnumerator(SplitEnumeratorContext<S> context)
            throws Exception {
        return source.get().createEnumerator(context);
    }

    @Override
    public SplitEnumerator<S, E> restoreEnumerator(SplitEnumeratorContext<S> context, E state)
            throws Exception {
        return source.get().restoreEnumerator(context, state);
    }

    @Override
    public SimpleVersionedSerializer<S> getSplitSerializer() {
        return source.get().getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<E> getEnumeratorCheckpointSerializer() {
        return source.get().getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<B> getProducedType() {
        return type;
    }

    private static final class MappedReader<A, B, S extends SourceSplit>
            implements SourceReader<B, S> {

        private final SourceReader<A, S> reader;
        private final SerializableFunction<A, B> function;

        MappedReader(SourceReader<A, S> reader, SerializableFunction<A, B> function) {
            this.reader = reader;
            this.function = function;
        }

        @Override
        public void start() {
            reader.start();
        }

        @Override
        public InputStatus pollNext(ReaderOutput<B> output) throws Exception {
            return reader.pollNext(new MappedReaderOutput<>(output, function));
        }

        @Override
        public List<S> snapshotState(long checkpointId) {
            return reader.snapshotState(checkpointId);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return reader.isAvailable();
        }

        @Override
        public void addSplits(List<S> splits) {
            reader.addSplits(splits);
        }

        @Override
        public void notifyNoMoreSplits() {
            reader.notifyNoMoreSplits();
        }

        @Override
        public void handleSourceEvents(SourceEvent event) {
            reader.handleSourceEvents(event);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) throws Exception {
            reader.notifyCheckpointComplete(checkpointId);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }

    /** Records are mapped on their way to an output; all else is that output's. */
    private static class MappedOutput<A, B> implements SourceOutput<A> {

        private final SourceOutput<B> output;
        private final SerializableFunction<A, B> function;

        MappedOutput(SourceOutput<B> output, SerializableFunction<A, B> function) {
            this.output = output;
            this.function = function;
        }

        @Override
        public void collect(A record) {
            output.collect(function.apply(record));
        }

        @Override
        public void collect(A record, long timestamp) {
            output.collect(function.apply(record), timestamp);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            output.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            output.markIdle();
        }

        @Override
        public void markActive() {
            output.markActive();
        }
    }

    private static final class MappedReaderOutput<A, B> extends MappedOutput<A, B>
            implements ReaderOutput<A> {

        private final ReaderOutput<B> output;
        private final SerializableFunction<A, B> function;

        MappedReaderOutput(ReaderOutput<B> output, SerializableFunction<A, B> function) {
            super(output, function);
            this.output = output;
            this.function = function;
        }

        @Override
        public SourceOutput<A> createOutputForSplit(String splitId) {
            return new MappedOutput<>(output.createOutputForSplit(splitId), function);
        }

        @Override
        public void releaseOutputForSplit(String splitId) {
            output.releaseOutputForSplit(splitId);
        }
    }
}
