package org.wukongs.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;

/**
 * A standalone session cluster of real processes on this machine: a JobManager and TaskManagers of
 * one slot, from the libraries of module flink-cluster.
 */
final class FlinkCluster implements AutoCloseable {

    /** The class path of Flink. */
    static final Path LIBRARIES =
            Path.of(System.getProperty("wukongs.root", ".."), "e2e-tests/flink-cluster/target/lib");

    private static final String PACKAGE = "org.apache.flink.runtime.";

    private final Path directory;
    private final List<FlinkProcess> taskManagers = new ArrayList<>();
    private final int restPort;
    private FlinkProcess jobManager;

    private FlinkCluster(Path directory, int restPort) {
        this.directory = directory;
        this.restPort = restPort;
    }

    /** Starts a cluster with {@code slots} TaskManagers, which keeps its files in a directory. */
    static FlinkCluster start(Path directory, int slots) throws IOException {
        FlinkCluster cluster = new FlinkCluster(directory, freePort());
        FlinkConf.write(directory, cluster.restPort, Map.of("taskmanager.numberOfTaskSlots", 1));
        try {
            cluster.startJobManager();
            for (int i = 0; i < slots; i++) {
                cluster.addTaskManager();
            }
        } catch (IOException | RuntimeException | AssertionError e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private FlinkProcess run(String mainClass, String readyLine) throws IOException {
        return FlinkProcess.start(
                LIBRARIES, PACKAGE + mainClass, FlinkConf.in(directory), readyLine);
    }

    private void startJobManager() throws IOException {
        jobManager =
                run("entrypoint.StandaloneSessionClusterEntrypoint", "Rest endpoint listening at ");
    }

    /** Kills all processes as {@code kill -9} does, with their jobs, and starts others. */
    void restart() throws IOException {
        int slots = taskManagers.size();
        close();
        taskManagers.clear();
        startJobManager();
        for (int i = 0; i < slots; i++) {
            addTaskManager();
        }
    }

    /** Returns when the JobManager has its slot. */
    void addTaskManager() throws IOException {
        taskManagers.add(
                run(
                        "taskexecutor.TaskManagerRunner",
                        "Successful registration at resource manager"));
    }

    /** Kills the oldest TaskManager as {@code kill -9} does. */
    void killTaskManager() {
        taskManagers.remove(0).kill();
    }

    /** A session of Flink's SQL client on this cluster. */
    SqlClientProcess sqlClient(List<String> jars) throws IOException {
        return new SqlClientProcess(LIBRARIES, FlinkConf.in(directory), jars);
    }

    /** Cancels all jobs that run, and returns when none does. */
    void cancelJobs() throws Exception {
        try (RestClusterClient<String> client = client()) {
            for (JobStatusMessage job : client.listJobs().get()) {
                if (!job.getJobState().isGloballyTerminalState()) {
                    client.cancel(job.getJobId()).get();
                    client.requestJobResult(job.getJobId()).get();
                }
            }
        }
    }

    /** Stops a job and returns where its savepoint is. */
    String stopWithSavepoint(String job) throws Exception {
        try (RestClusterClient<String> client = client()) {
            return client.stopWithSavepoint(
                            JobID.fromHexString(job),
                            false,
                            uri("savepoints"),
                            SavepointFormatType.CANONICAL)
                    .get();
        }
    }

    private RestClusterClient<String> client() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, "localhost");
        configuration.set(RestOptions.PORT, restPort);
        return new RestClusterClient<>(configuration, "standalone");
    }

    int restPort() {
        return restPort;
    }

    /** The last warnings of the cluster's processes, for a message. */
    String tail() {
        StringBuilder text = new StringBuilder("JobManager:\n").append(jobManager.tail());
        taskManagers.forEach(each -> text.append("\nTaskManager:\n").append(each.tail()));
        return text.toString();
    }

    @Override
    public void close() {
        taskManagers.forEach(FlinkProcess::kill);
        if (jobManager != null) {
            jobManager.kill();
        }
    }

    /** The directory as a URI, for checkpoints and savepoints. */
    String uri(String name) {
        return directory.resolve(name).toUri().toString();
    }
}
