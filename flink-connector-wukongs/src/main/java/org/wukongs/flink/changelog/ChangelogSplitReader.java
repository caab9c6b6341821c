package org.wukongs.flink.changelog;

import org.apache.flink.annotation.Internal;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;

/** Fetches the changes of one split from the store. Owned by the fetch thread. */
@Internal
final class ChangelogSplitReader implements SplitReader<FetchedChanges, ChangelogSplit> {

    private static final Logger LOG = LoggerFactory.getLogger(ChangelogSplitReader.class);

    /** Changes of an element of Flink's queue, which holds two of them: some 4 MB. */
    private static final int CHANGES_MAX = 1 << 13;

    private final StoreConnector store;
    private final ChangelogOptions options;
    private final ChangelogReleases releases;
    private StoreClient client; // null before the split
    private ChangelogSplit split; // null before the split
    private ChangelogPosition position;

    ChangelogSplitReader(
            StoreConnector store, ChangelogOptions options, ChangelogReleases releases) {
        this.store = store;
        this.options = options;
        this.releases = releases;
    }

    @Override
    public void handleSplitsChanges(SplitsChange<ChangelogSplit> change) {
        if (!(change instanceof SplitsAddition) || split != null || change.splits().size() != 1) {
            throw new IllegalStateException(
                    "not the addition of the one split: change=" + change + " split=" + split);
        }
        split = change.splits().get(0);
        position = split.position();
        client = store.connect();
    }

    @Override
    public RecordsWithSplitIds<FetchedChanges> fetch() {
        RecordsBySplits.Builder<FetchedChanges> records = new RecordsBySplits.Builder<>();
        FetchedChanges fetched = fetchNext();
        position = fetched.position();
        if (!options.releaseOnCheckpoint()) {
            releases.release(position.snapshot());
        }
        records.add(split, fetched);
        return records.build();
    }

    private FetchedChanges fetchNext() {
        try {
            return client.changelogs()
                    .fetch(
                            split.reader(),
                            split.graph(),
                            position,
                            releases.snapshot(),
                            CHANGES_MAX,
                            options.fetchWait());
        } catch (WukongsException e) {
            throw isGone(e) ? gone(e) : e;
        }
    }

    private static boolean isGone(WukongsException e) {
        return e.category() == WukongsException.Category.USER
                && e.getMessage().startsWith(ChangelogClient.CHANGES_GONE);
    }

    private static WukongsException gone(WukongsException cause) {
        return new RefusedException(
                ChangelogClient.CHANGES_GONE
                        + ": the job was too slow or gone for too long, the store was restarted, or"
                        + " the state is older than a checkpoint that was completed since. Start"
                        + " without state, into empty results: the graph is then read anew"
                        + cause.getMessage().substring(ChangelogClient.CHANGES_GONE.length()),
                cause);
    }

    @Override
    public void wakeUp() {
        // A request waits at most fetchWait.
    }

    @Override
    public void close() {
        if (client != null) {
            endReader();
            client.close();
        }
    }

    /** Without checkpoints no other task goes on where this one ends. */
    private void endReader() {
        if (options.releaseOnCheckpoint()) {
            return;
        }
        try {
            client.changelogs().end(split.reader(), split.graph());
        } catch (WukongsException e) {
            LOG.debug("a reader could not be ended: split={}", split, e);
        }
    }
}
