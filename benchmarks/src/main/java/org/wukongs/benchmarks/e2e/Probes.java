package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;

import org.wukongs.benchmarks.measure.ChildProcess;

/** What Flink, store and broker take, in this order; there may be no store. */
final class Probes implements AutoCloseable {

    private final JvmProbe flink;
    private final JvmProbe store;
    private final JvmProbe broker;

    /**
     * At a moment of a live run. Heaps are after a full collection.
     *
     * @param second since the measurement's start
     */
    record Sample(
            double second,
            long sentTuples,
            double flinkHeapMb,
            double flinkResidentMb,
            double storeHeapMb,
            double storeResidentMb,
            double brokerResidentMb) {}

    Probes(ChildProcess flink, ChildProcess store, ChildProcess broker) {
        this.flink = JvmProbe.attach(flink);
        this.store = store == null ? null : JvmProbe.attach(store);
        this.broker = JvmProbe.attach(broker);
    }

    long[] cpuNs() {
        return new long[] {flink.cpuNs(), store == null ? 0 : store.cpuNs(), broker.cpuNs()};
    }

    Sample sample(double second, long sent) {
        return new Sample(
                second,
                sent,
                flink.heapAfterCollectionBytes() / BYTES_PER_MB,
                flink.residentBytes() / BYTES_PER_MB,
                store == null ? 0 : store.heapAfterCollectionBytes() / BYTES_PER_MB,
                store == null ? 0 : store.residentBytes() / BYTES_PER_MB,
                broker.residentBytes() / BYTES_PER_MB);
    }

    @Override
    public void close() {
        flink.close();
        broker.close();
        if (store != null) {
            store.close();
        }
    }
}
