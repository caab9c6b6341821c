package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.wukongs.naive.Failures.assertFails;

import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.cluster.Peer.PendingAnswer;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Costs as they are measured of nodes whose requests take what the test says. */
class CostProbeTest {

    private static final int NS_PER_US = 1_000;

    private long nowNs;
    private int asked;
    private int underWay;
    private double waitNs = 50.0 * NS_PER_US;
    private double workNs = 7.0 * NS_PER_US;
    private double idNs = 3;
    private int lostIds; // of each answer

    private PendingAnswer send(WireWriter request) {
        asked++;
        long[] ids = WireReader.of(request.toBytes(), 0).getLongs();
        nowNs += Math.round((underWay++ == 0 ? waitNs : workNs) + 2 * idNs * ids.length);
        WireWriter answer = new WireWriter().begin(FrameDescriptor.REPLY_OK);
        answer.putLongs(new long[ids.length + lostIds]);
        return () -> {
            underWay--;
            return WireReader.of(answer.toBytes(), 0);
        };
    }

    private RequestCosts measured() {
        return new CostProbe(this::send, () -> nowNs).measure();
    }

    @Test
    void requestsAloneAndTogetherAndLongOnes() {
        RequestCosts costs = measured();
        assertThat(costs.waitNs()).isCloseTo(waitNs, within(1.0));
        assertThat(costs.workNs()).isCloseTo(workNs + CostProbe.WAKE_NS_MAX, within(1.0));
        assertThat(costs.idNs()).isCloseTo(idNs, within(0.01));
    }

    /** Waits of a fast way are no wake-ups of threads. */
    @Test
    void aFastWay() {
        waitNs = 4 * NS_PER_US;
        workNs = NS_PER_US;
        idNs = 0.7;
        RequestCosts costs = measured();
        assertThat(costs.waitNs()).isCloseTo(waitNs, within(1.0));
        assertThat(costs.workNs()).isCloseTo(3.0 * NS_PER_US, within(1.0));
        assertThat(costs.idNs()).isCloseTo(0.7, within(0.01));
    }

    @Test
    void aSlowNodeIsAskedAFewTimes() {
        waitNs = 300_000.0 * NS_PER_US;
        assertThat(measured().waitNs()).isCloseTo(waitNs, within(1.0));
        assertThat(asked).isEqualTo(1 + 1 + CostProbe.TOGETHER + 1);
    }

    @Test
    void absurdTimesAreBounded() {
        RequestCosts least = RequestCosts.measured(0, -5, Double.NaN);
        assertThat(least.waitNs()).isPositive();
        assertThat(least.workNs()).isPositive();
        assertThat(least.idNs()).isPositive();
        waitNs = 0;
        workNs = 0;
        idNs = 0;
        assertThat(measured()).isEqualTo(least);
        waitNs = 1e9 * NS_PER_US;
        workNs = waitNs;
        idNs = 1e12;
        RequestCosts most = measured();
        assertThat(most.waitNs()).isLessThanOrEqualTo(1e9);
        assertThat(most.workNs()).isLessThanOrEqualTo(most.waitNs());
        assertThat(most.idNs()).isLessThanOrEqualTo(1e5);
    }

    @Test
    void costsFallAtOnceAndRiseSlowly() {
        RequestCosts before = new RequestCosts(100, 50, 4);
        RequestCosts after = before.adapted(new RequestCosts(80, 70, 4));
        assertThat(after).isEqualTo(new RequestCosts(80, 60, 4));
    }

    @Test
    void anotherAnswerIsAnError() {
        lostIds = 1;
        assertFails(Category.USER, "ids of an echo", this::measured);
    }
}
