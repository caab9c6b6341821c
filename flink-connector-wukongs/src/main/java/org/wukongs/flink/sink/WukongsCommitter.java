package org.wukongs.flink.sink;

import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.flink.common.StoreConnector;

/**
 * Tells the store which messages of a stream completed checkpoints cover. Repeating it changes
 * nothing, so Flink may commit again after every restore. Connects with the first commit. Owned by
 * the subtask's thread.
 */
final class WukongsCommitter implements Committer<WriterCommittable> {

    private final StoreConnector store;
    private final String stream;
    private StoreClient client; // null while not connected

    WukongsCommitter(StoreConnector store, String stream) {
        this.store = store;
        this.stream = stream;
    }

    @Override
    public void commit(Collection<CommitRequest<WriterCommittable>> requests) {
        for (CommitRequest<WriterCommittable> request : requests) {
            commit(request);
        }
    }

    private void commit(CommitRequest<WriterCommittable> request) {
        try {
            if (!connected().commit(stream, request.getCommittable().position())) {
                request.signalFailedWithKnownReason(unknown(request.getCommittable()));
            }
        } catch (WukongsException e) {
            close();
            if (e.category() == Category.RETRIABLE) {
                request.retryLater();
            } else {
                request.signalFailedWithUnknownReason(e);
            }
        }
    }

    private StoreClient connected() {
        if (client == null) {
            client = store.connect();
        }
        return client;
    }

    /** Another store took the tuples of the checkpoint; nothing can be done about it here. */
    private WukongsException unknown(WriterCommittable committable) {
        return WukongsException.user(
                "the store does not know a position that a checkpoint covers: stream="
                        + stream
                        + " position="
                        + committable.position());
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
