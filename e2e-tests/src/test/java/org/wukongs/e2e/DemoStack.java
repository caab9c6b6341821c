package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.testcontainers.DockerClientFactory;

/**
 * The demo of {@code docker/compose.yml}, started by {@code docker/demo} as its users start it, in
 * a project and on ports of its own.
 */
final class DemoStack {

    static final List<String> STORES = List.of("store1", "store2", "store3");

    private static final List<String> TASK_MANAGERS = List.of("taskmanager1", "taskmanager2");

    /** Whose last lines tell why a run has failed. */
    private static final List<String> SERVICES =
            List.of(
                    "broker",
                    "store1",
                    "store2",
                    "store3",
                    "jobmanager",
                    "taskmanager1",
                    "taskmanager2",
                    "job",
                    "producer");

    private static final String PROJECT = "wukongs-e2e";
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, Integer> httpPorts = new HashMap<>();
    private final int kafkaPort;
    private final int flinkPort;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final DockerClient engine;
    private String token; // null before up

    /** Starts nothing yet. */
    DemoStack(int users, double scale) throws IOException {
        assertThat(DockerClientFactory.instance().isDockerAvailable())
                .as("a Docker engine answers; eval \"$(docker/engine up)\" finds or starts one")
                .isTrue();
        engine = DockerClientFactory.instance().client();
        kafkaPort = FlinkCluster.freePort();
        flinkPort = FlinkCluster.freePort();
        environment.put("DEMO_PROJECT", PROJECT);
        environment.put("DEMO_USERS", String.valueOf(users));
        environment.put("DEMO_SCALE", String.format(Locale.ROOT, "%s", scale));
        environment.put("DEMO_KAFKA_PORT", String.valueOf(kafkaPort));
        environment.put("DEMO_FLINK_PORT", String.valueOf(flinkPort));
        for (int i = 0; i < STORES.size(); i++) {
            int port = FlinkCluster.freePort();
            httpPorts.put(STORES.get(i), port);
            environment.put("DEMO_HTTP_PORT" + (i + 1), String.valueOf(port));
        }
    }

    /** Returns what {@code docker/demo up} prints, which ends when there are rows. */
    String up() throws IOException {
        String output = demo("up");
        token = demo("token").strip();
        return output;
    }

    /** Runs {@code docker/demo}; returns what it prints. */
    String demo(String... arguments) throws IOException {
        return demo(Map.of(), arguments);
    }

    String demo(Map<String, String> more, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Pages.ROOT.toAbsolutePath().resolve(Path.of("docker", "demo")).toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().putAll(more);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.onExit().join().exitValue())
                .as("docker/demo %s: %s", String.join(" ", arguments), output)
                .isZero();
        return output;
    }

    DemoContainer container(String service) {
        return new DemoContainer(PROJECT, service);
    }

    /** Bootstrap servers, as this machine reaches them. */
    String kafka() {
        return "127.0.0.1:" + kafkaPort;
    }

    /** The image of the store's nodes. */
    static String storeImage() {
        String tag = Optional.ofNullable(System.getenv("WUKONGS_TAG")).orElse("latest");
        return Optional.ofNullable(System.getenv("STORE_IMAGE")).orElse("wukongs/store:" + tag);
    }

    /** What a node of the store answers over HTTP at its published port. */
    JsonNode get(String store, String path) throws Exception {
        return get(httpPorts.get(store), path);
    }

    private JsonNode get(int port, String path) throws Exception {
        HttpResponse<String> response =
                http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .header("Authorization", "Bearer " + token)
                                .timeout(ANSWER)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode())
                .as("%s of port %d: %s", path, port, response.body())
                .isEqualTo(200);
        return mapper.readTree(response.body());
    }

    /** Nodes that this one does not reach, by number and with the reason. */
    Map<Integer, String> failures(String store) throws Exception {
        Map<Integer, String> failures = new HashMap<>();
        JsonNode nodes = get(store, "/cluster").get("nodes");
        assertThat(nodes).as("nodes").hasSize(STORES.size());
        for (JsonNode node : nodes) {
            if (!node.get("failure").isNull()) {
                failures.put(node.get("node").asInt(), node.get("failure").asText());
            }
        }
        return failures;
    }

    /** The TaskManager that has the job: all of its tasks share a slot. */
    DemoContainer busyTaskManager() throws Exception {
        List<String> busy = new ArrayList<>();
        for (JsonNode each : get(flinkPort, "/taskmanagers").get("taskmanagers")) {
            if (each.get("freeSlots").asInt() < each.get("slotsNumber").asInt()) {
                String id = each.get("id").asText();
                busy.add(id.substring(0, id.indexOf(':')));
            }
        }
        assertThat(busy).as("addresses of TaskManagers with tasks").hasSize(1);
        for (String service : TASK_MANAGERS) {
            if (container(service).address().equals(busy.get(0))) {
                return container(service);
            }
        }
        throw new AssertionError("no container has the address " + busy);
    }

    /** How many triples of each predicate are stored, as one node of the store says. */
    Map<String, Long> storedCounts() throws Exception {
        String csv =
                container(STORES.get(0))
                        .execute(
                                Map.of(),
                                "wukongs",
                                "query",
                                "--store",
                                "127.0.0.1:7878",
                                "--format",
                                "csv",
                                "-e",
                                "SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p");
        Map<String, Long> counts = new TreeMap<>();
        csv.lines()
                .skip(1)
                .map(line -> line.strip().split(","))
                .forEach(line -> counts.put("<" + line[0] + ">", Long.valueOf(line[1])));
        return counts;
    }

    /** Stops the job, after what it has read is committed. */
    void stopJob() throws Exception {
        try (RestClusterClient<String> flink = KillJobs.cluster(flinkPort)) {
            List<JobStatusMessage> jobs =
                    flink.listJobs().get().stream()
                            .filter(job -> !job.getJobState().isGloballyTerminalState())
                            .toList();
            assertThat(jobs).hasSize(1);
            flink.stopWithSavepoint(
                            jobs.get(0).getJobId(),
                            false,
                            "file:///checkpoints/savepoints",
                            SavepointFormatType.CANONICAL)
                    .get();
        }
    }

    /** The last lines of all containers. */
    String tails() {
        StringBuilder text = new StringBuilder();
        for (String service : SERVICES) {
            try {
                text.append('\n').append(container(service).tail());
            } catch (Exception | AssertionError e) {
                text.append('\n').append(service).append(": ").append(e);
            }
        }
        return text.toString();
    }

    /** Removes all of it; nothing is left but images. */
    void down() throws IOException {
        demo("down");
        Map<String, String> label = Map.of("com.docker.compose.project", PROJECT);
        assertThat(DemoContainer.list(engine, label)).as("containers").isEmpty();
        assertThat(
                        engine.listVolumesCmd()
                                .withFilter(
                                        "label", List.of("com.docker.compose.project=" + PROJECT))
                                .exec()
                                .getVolumes())
                .as("volumes")
                .isNullOrEmpty();
    }
}
