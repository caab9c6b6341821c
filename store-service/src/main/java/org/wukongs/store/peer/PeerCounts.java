package org.wukongs.store.peer;

import java.util.concurrent.atomic.LongAdder;
import org.wukongs.store.view.RequestCosts;

/** Counts what goes over one way to another node, whichever connection has it. Any thread. */
final class PeerCounts {

    private final LongAdder requests = new LongAdder();
    private final LongAdder requestBytes = new LongAdder();
    private final LongAdder answers = new LongAdder();
    private final LongAdder answerBytes = new LongAdder();
    private final LongAdder lost = new LongAdder();

    void sent(int frameBytes) {
        requests.increment();
        requestBytes.add(PeerFrameDescriptor.NUMBER_BYTES + frameBytes);
    }

    void received(int frameBytes) {
        answers.increment();
        answerBytes.add(PeerFrameDescriptor.NUMBER_BYTES + frameBytes);
    }

    void lost() {
        lost.increment();
    }

    PeerStatistics statistics(int node, RequestCosts costs) {
        return new PeerStatistics(
                node,
                requests.sum(),
                requestBytes.sum(),
                answers.sum(),
                answerBytes.sum(),
                lost.sum(),
                costs,
                0,
                0,
                null);
    }
}
