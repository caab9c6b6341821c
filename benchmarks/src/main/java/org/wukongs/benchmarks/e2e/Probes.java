package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;

import com.sun.management.OperatingSystemMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** What Flink, store and broker take, in this order; there may be no store. */
final class Probes implements AutoCloseable {

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

    /** Another JVM on this machine, read through its management beans. */
    private record Jvm(
            long pid, JMXConnector connector, MemoryMXBean memory, OperatingSystemMXBean system) {

        /** Runs a full collection: what is reachable, and a pause of the process. */
        long heapAfterCollectionBytes() {
            memory.gc();
            return memory.getHeapMemoryUsage().getUsed();
        }

        long residentBytes() {
            return ProcessMemory.residentBytes(pid);
        }
    }

    private final Jvm flink;
    private final Jvm store; // null if there is none
    private final Jvm broker;

    Probes(ChildProcess flink, ChildProcess store, ChildProcess broker) {
        this.flink = attach(flink);
        this.store = store == null ? null : attach(store);
        this.broker = attach(broker);
    }

    /** The JVM is one that this process has started, so what it says is trusted. */
    @SuppressWarnings("BanJNDI")
    private static Jvm attach(ChildProcess part) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(part.pid()));
            JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
            machine.detach();
            JMXConnector connector = JMXConnectorFactory.connect(url);
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            return new Jvm(
                    part.pid(),
                    connector,
                    ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class),
                    ManagementFactory.getPlatformMXBean(beans, OperatingSystemMXBean.class));
        } catch (AttachNotSupportedException | IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot attach: pid=" + part.pid() + " reason=" + e, e);
        }
    }

    /** Of all threads since each process began. */
    long[] cpuNs() {
        return Arrays.stream(new Jvm[] {flink, store, broker})
                .mapToLong(jvm -> jvm == null ? 0 : jvm.system().getProcessCpuTime())
                .toArray();
    }

    Sample sample(double second, long sent) {
        return new Sample(
                second,
                sent,
                mb(flink, Jvm::heapAfterCollectionBytes),
                mb(flink, Jvm::residentBytes),
                mb(store, Jvm::heapAfterCollectionBytes),
                mb(store, Jvm::residentBytes),
                mb(broker, Jvm::residentBytes));
    }

    private static double mb(Jvm jvm, ToLongFunction<Jvm> bytes) {
        return jvm == null ? 0 : bytes.applyAsLong(jvm) / BYTES_PER_MB;
    }

    @Override
    public void close() {
        Stream.of(flink, broker, store).filter(Objects::nonNull).forEach(Probes::disconnect);
    }

    private static void disconnect(Jvm jvm) {
        try {
            jvm.connector().close();
        } catch (IOException e) {
            return; // The process ended first.
        }
    }
}
