package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The newest injection plan and its vector timestamp (Wukong+S, SOSP'17, section 4.3). Whoever
 * proposes a number first decides it; so there is no coordinator among the nodes.
 */
final class Plans {

    private long newest;
    private final SortedMap<String, Long> vts = new TreeMap<>(); // newest batch by stream

    long newest() {
        return newest;
    }

    SortedMap<String, Long> vts() {
        return Collections.unmodifiableSortedMap(vts);
    }

    Refused publish(Proposal.PublishPlan plan) {
        if (plan.plan() <= newest) {
            return Refused.of(Refusal.TAKEN, "plan", plan.plan(), "newestPlan", newest);
        }
        if (plan.plan() > newest + 1) {
            return Refused.of(Refusal.NOT_NEXT, "plan", plan.plan(), "newestPlan", newest);
        }
        int streamCount = vts.size();
        for (StreamBatch entry : plan.batches()) {
            Long before = vts.get(entry.stream());
            if (before != null && entry.batch() <= before) {
                return Refused.of(
                        Refusal.GOES_BACK,
                        "stream",
                        entry.stream(),
                        "batch",
                        entry.batch(),
                        "newestBatch",
                        before);
            }
            streamCount += before == null ? 1 : 0;
        }
        if (streamCount > ClusterLimits.STREAM_COUNT_MAX) {
            return Refused.of(Refusal.TOO_MANY, "streamCountMax", ClusterLimits.STREAM_COUNT_MAX);
        }
        newest = plan.plan();
        plan.batches().forEach(entry -> vts.put(entry.stream(), entry.batch()));
        return null;
    }

    /** A stream is dropped: one that gets its name later begins anew. */
    void drop(String stream) {
        vts.remove(stream);
    }

    void putTo(WireWriter out) {
        List<StreamBatch> batches = new ArrayList<>();
        vts.forEach((stream, batch) -> batches.add(new StreamBatch(stream, batch)));
        out.putLong(newest).putList(batches, StreamBatch::putTo);
    }

    static Plans read(WireReader in) {
        Plans read = new Plans();
        read.newest =
                InputLimits.checkRange("number of a plan", in.getLong(), 0, ClusterLimits.PLAN_MAX);
        List<StreamBatch> batches =
                in.getList(
                        "streams of a plan",
                        ClusterLimits.STREAM_COUNT_MAX,
                        Integer.BYTES + Long.BYTES,
                        StreamBatch::read);
        batches.forEach(entry -> read.vts.put(entry.stream(), entry.batch()));
        return read;
    }
}
