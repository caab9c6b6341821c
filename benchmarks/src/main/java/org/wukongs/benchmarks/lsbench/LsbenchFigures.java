package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;

/** What the phases found, filled in as they end; read by the result file. */
final class LsbenchFigures {

    private InjectionReport injection;
    private LatencyReport latency;
    private PeerReport peer;
    private ThroughputReport throughput;
    private MemoryReport memory;
    private OneShotReport oneShot;
    private final List<LatencyReport> rates = new ArrayList<>();
    private final List<LatencyReport> sizes = new ArrayList<>();

    public InjectionReport getInjection() {
        return injection;
    }

    void setInjection(InjectionReport found) {
        injection = found;
    }

    public LatencyReport getLatency() {
        return latency;
    }

    void setLatency(LatencyReport found) {
        latency = found;
    }

    public PeerReport getPeer() {
        return peer;
    }

    void setPeer(PeerReport found) {
        peer = found;
    }

    public List<LatencyReport> getRates() {
        return rates;
    }

    public List<LatencyReport> getSizes() {
        return sizes;
    }

    public ThroughputReport getThroughput() {
        return throughput;
    }

    void setThroughput(ThroughputReport found) {
        throughput = found;
    }

    public MemoryReport getMemory() {
        return memory;
    }

    void setMemory(MemoryReport found) {
        memory = found;
    }

    public OneShotReport getOneShot() {
        return oneShot;
    }

    void setOneShot(OneShotReport found) {
        oneShot = found;
    }
}
