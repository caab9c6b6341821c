package org.wukongs.store.checkpoint;

import org.wukongs.store.continuous.DerivedCut;
import org.wukongs.store.continuous.LostWindows;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.QueryCut.Reading;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Writes and reads a query in a record: its components in the order of their declaration. */
final class QueryCodec {

    private QueryCodec() {}

    static void put(QueryCut query, WireWriter out) {
        Reading reading = query.reading();
        out.putString(query.name())
                .putString(query.text().text())
                .putBoolean(reading.pinned())
                .putBoolean(reading.hasReader())
                .putLong(reading.pinnedMs())
                .putLong(reading.nextMs())
                .putBoolean(query.derived() != null);
        if (query.derived() != null) {
            out.putLong(query.derived().nextMs()).putLong(query.derived().closedBatch());
        }
    }

    static QueryCut query(WireReader in) {
        String name = in.getString();
        String text = in.getString();
        return new QueryCut(
                name,
                () -> text,
                new Reading(in.getBoolean(), in.getBoolean(), in.getLong(), in.getLong()),
                LostWindows.NONE,
                in.getBoolean() ? new DerivedCut(in.getLong(), in.getLong()) : null);
    }
}
