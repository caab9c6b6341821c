package org.wukongs.flink.changelog;

import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.TripleChange;

/**
 * Emits a record for each change.
 *
 * @param <T> the type of the records
 */
final class ChangelogEmitter<T> implements RecordEmitter<FetchedChanges, T, ChangelogSplitState> {

    private final ChangeDecoder<T> decoder;
    private final ChangelogMetrics metrics;

    ChangelogEmitter(ChangeDecoder<T> decoder, ChangelogMetrics metrics) {
        this.decoder = decoder;
        this.metrics = metrics;
    }

    @Override
    public void emitRecord(
            FetchedChanges fetched, SourceOutput<T> output, ChangelogSplitState state) {
        for (TripleChange change : fetched.changes()) {
            output.collect(decoder.decode(change));
        }
        metrics.emitted(fetched);
        state.emittedTo(fetched.position());
    }
}
