package org.wukongs.benchmarks.e2e;

import com.sun.management.OperatingSystemMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** What another JVM on this machine takes, read through its management beans. */
final class JvmProbe implements AutoCloseable {

    private final long pid;
    private final JMXConnector connector;
    private final MemoryMXBean memory;
    private final OperatingSystemMXBean system;

    private JvmProbe(long pid, JMXConnector connector) throws IOException {
        this.pid = pid;
        this.connector = connector;
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        this.memory =
                ManagementFactory.newPlatformMXBeanProxy(
                        beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        this.system =
                ManagementFactory.newPlatformMXBeanProxy(
                        beans,
                        ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME,
                        OperatingSystemMXBean.class);
    }

    /** The JVM is one that this process has started, so what it says is trusted. */
    @SuppressWarnings("BanJNDI")
    static JvmProbe attach(ChildProcess part) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(part.pid()));
            String url = machine.startLocalManagementAgent();
            machine.detach();
            return new JvmProbe(part.pid(), JMXConnectorFactory.connect(new JMXServiceURL(url)));
        } catch (AttachNotSupportedException | IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot attach: pid=" + part.pid() + " reason=" + e, e);
        }
    }

    /** Of all threads since the process began. */
    long cpuNs() {
        return system.getProcessCpuTime();
    }

    /** Runs a full collection: what is reachable, and a pause of the process. */
    long heapAfterCollectionBytes() {
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    /** 0 where the operating system does not tell. */
    long residentBytes() {
        return ProcessMemory.residentBytes(pid);
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            return; // The process ended first.
        }
    }
}
