package org.wukongs.wire;

import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.TripleChange;

/** Encodes and decodes the changelogs of graphs in frames, see {@link Codecs}. */
public final class ChangelogCodecs {

    private ChangelogCodecs() {}

    public static void put(ChangelogPosition position, WireWriter out) {
        out.putLong(position.snapshot())
                .putLong(position.row())
                .putLong(position.scannedSubject())
                .putLong(position.scannedEdge());
    }

    public static ChangelogPosition position(WireReader in) {
        return new ChangelogPosition(in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }

    public static void put(FetchedChanges fetched, WireWriter out) {
        out.putList(fetched.changes(), ChangelogCodecs::putChange);
        put(fetched.position(), out);
        out.putLong(fetched.stableSnapshot());
    }

    public static FetchedChanges fetchedChanges(WireReader in) {
        return new FetchedChanges(in.getList(ChangelogCodecs::change), position(in), in.getLong());
    }

    private static void putChange(TripleChange change, WireWriter out) {
        out.putLong(change.snapshot())
                .putBoolean(change.added())
                .putString(change.subject())
                .putString(change.predicate())
                .putString(change.object());
    }

    private static TripleChange change(WireReader in) {
        return new TripleChange(
                in.getLong(), in.getBoolean(), in.getString(), in.getString(), in.getString());
    }
}
