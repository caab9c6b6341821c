package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerNetwork;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ContainerState;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.output.FrameConsumerResultCallback;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.output.ToStringConsumer;

/**
 * The container of a service of a {@link DemoStack}. It is looked up whenever it is needed, since
 * an upgrade replaces it.
 */
final class DemoContainer implements ContainerState {

    private static final int TAIL_LINES = 30;

    private final String project;
    private final String service;

    DemoContainer(String project, String service) {
        this.project = project;
        this.service = service;
    }

    /** The containers of a project of Compose, of all services or of one, also those that ended. */
    static List<Container> list(DockerClient client, Map<String, String> labels) {
        return client.listContainersCmd().withShowAll(true).withLabelFilter(labels).exec();
    }

    String service() {
        return service;
    }

    @Override
    public String getContainerId() {
        List<Container> found =
                list(
                        getDockerClient(),
                        Map.of(
                                "com.docker.compose.project",
                                project,
                                "com.docker.compose.service",
                                service));
        assertThat(found).as("containers of %s", service).hasSize(1);
        return found.get(0).getId();
    }

    @Override
    public InspectContainerResponse getContainerInfo() {
        return getCurrentContainerInfo();
    }

    @Override
    public List<Integer> getExposedPorts() {
        return List.of();
    }

    /**
     * All its threads stand still, its connections stay. False if they go on, since the kernel did
     * not stop all of them in the time that the engine gives it: that happens on busy machines.
     */
    boolean pause() {
        try {
            getDockerClient().pauseContainerCmd(getContainerId()).exec();
            return true;
        } catch (InternalServerErrorException e) {
            if (e.getMessage().contains("unable to freeze")) {
                return false;
            }
            throw e;
        }
    }

    void unpause() {
        getDockerClient().unpauseContainerCmd(getContainerId()).exec();
    }

    /** Ends it as {@code kill -9} does; the engine does not start it again. */
    void kill() {
        getDockerClient().killContainerCmd(getContainerId()).exec();
    }

    void start() {
        getDockerClient().startContainerCmd(getContainerId()).exec();
    }

    private Map.Entry<String, ContainerNetwork> network() {
        Map<String, ContainerNetwork> all = getContainerInfo().getNetworkSettings().getNetworks();
        assertThat(all.keySet()).as("networks of %s", service).hasSize(1);
        return all.entrySet().iterator().next();
    }

    /** In the network of the containers. */
    String address() {
        return network().getValue().getIpAddress();
    }

    /** Takes it off its network; returns the network's name. */
    String cutOff() {
        String network = network().getKey();
        getDockerClient()
                .disconnectFromNetworkCmd()
                .withContainerId(getContainerId())
                .withNetworkId(network)
                .exec();
        return network;
    }

    /** Connects it to this network, with the name that Compose has given it there. */
    void rejoin(String network) {
        getDockerClient()
                .connectToNetworkCmd()
                .withContainerId(getContainerId())
                .withNetworkId(network)
                .withContainerNetwork(new ContainerNetwork().withAliases(service))
                .exec();
    }

    /** What a command prints that is run in it as the container's user; it has to succeed. */
    String execute(Map<String, String> environment, String... command) throws Exception {
        ExecResult result =
                execInContainer(ExecConfig.builder().command(command).envVars(environment).build());
        assertThat(result.getExitCode())
                .as("%s in %s: %s", String.join(" ", command), service, result)
                .isZero();
        return result.getStdout();
    }

    /** State and last lines, for a message. */
    String tail() throws Exception {
        InspectContainerResponse.ContainerState state = getContainerInfo().getState();
        ToStringConsumer lines = new ToStringConsumer();
        try (FrameConsumerResultCallback callback = new FrameConsumerResultCallback()) {
            callback.addConsumer(OutputType.STDOUT, lines);
            callback.addConsumer(OutputType.STDERR, lines);
            getDockerClient()
                    .logContainerCmd(getContainerId())
                    .withStdOut(true)
                    .withStdErr(true)
                    .withTail(TAIL_LINES)
                    .exec(callback);
            callback.awaitCompletion();
        }
        return service
                + ": "
                + state.getStatus()
                + " exit="
                + state.getExitCodeLong()
                + " out-of-memory="
                + state.getOOMKilled()
                + " restarts="
                + getContainerInfo().getRestartCount()
                + "\n"
                + lines.toUtf8String();
    }
}
