package org.wukongs.store.peer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.store.cluster.Peer.PendingAnswer;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireWriter;

/**
 * Measures what requests to a node cost, by echoes: some alone, some together, some long ones. What
 * the other node, or the network, is busy with meanwhile is measured, too.
 */
final class CostProbe {

    /** Requests of a kind: the median leaves out those that met a pause. */
    private static final int COUNT = 9;

    /** Requests that go together. */
    static final int TOGETHER = 8;

    /** Ids of a long echo: it takes some times as long as a short one. */
    static final int LONG_IDS = 1 << 13;

    /**
     * Threads of two nodes wake up for a request alone, about 10 µs each; requests that go to one
     * node together wake them once.
     */
    static final double WAKE_NS_MAX = 20_000;

    /** After this time, no more requests of a kind begin: a slow node is known by a few. */
    private static final long KIND_NS_MAX = TimeUnit.MILLISECONDS.toNanos(5);

    private final Function<WireWriter, PendingAnswer> way;
    private final NanoClock clock;

    CostProbe(Function<WireWriter, PendingAnswer> way, NanoClock clock) {
        this.way = way;
        this.clock = clock;
    }

    /**
     * Asks some dozen times, and waits for the answers: about 2 ms on one machine.
     *
     * @throws org.wukongs.error.WukongsException if the node does not answer as it should
     */
    RequestCosts measure() {
        echo(1, 0); // wakes the other node's threads
        double alone = median(1, 0);
        double together = median(TOGETHER, 0);
        double large = median(1, LONG_IDS);
        double wakeUps = Math.min(alone / 2, WAKE_NS_MAX);
        return RequestCosts.measured(
                alone,
                (together - alone) / (TOGETHER - 1) + wakeUps,
                (large - alone) / (2 * LONG_IDS));
    }

    private double median(int together, int idCount) {
        long[] times = new long[COUNT];
        int count = 0;
        long sum = 0;
        while (count < COUNT && sum < KIND_NS_MAX) {
            times[count] = echo(together, idCount);
            sum += times[count++];
        }
        Arrays.sort(times, 0, count);
        return times[(count - 1) / 2];
    }

    /** Returns the ns until all of some echoes are back. */
    private long echo(int together, int idCount) {
        WireWriter request = new WireWriter().begin(PeerFrameDescriptor.ECHO);
        request.putLongs(new long[idCount]);
        long startNs = clock.nanoTime();
        List<PendingAnswer> answers = new ArrayList<>(together);
        for (int i = 0; i < together; i++) {
            answers.add(way.apply(request));
        }
        for (PendingAnswer answer : answers) {
            long[] ids = answer.await().getLongs();
            InputLimits.checkRange("ids of an echo", ids.length, idCount, idCount);
        }
        return clock.nanoTime() - startNs;
    }
}
