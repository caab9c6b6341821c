package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.wukongs.naive.Seeds;

/**
 * The demo of {@code docker/} in the project's own images, in which containers are paused, killed,
 * cut off from the network and replaced while it runs. After each of these it goes on by itself,
 * and in the end every row is committed once, as the naive evaluator has it. The tests are parts of
 * one run, in order: after one that fails, the others are skipped. {@code .ci/containers} runs
 * them.
 */
@Tag("containers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(420)
final class ContainersIT {

    private static final long OUTAGE_MS_MIN = 3_000;
    private static final long OUTAGE_MS_MAX = 8_000;

    private final Random random = Seeds.random(ContainersIT.class);
    private final List<String> stores = new ArrayList<>(DemoStack.STORES);
    private DemoRun run;
    private boolean broken;

    @BeforeAll
    void start() throws Exception {
        Collections.shuffle(stores, random);
        run = new DemoRun();
        step(run::up);
    }

    @AfterAll
    void end() throws Exception {
        if (run != null) {
            run.close();
        }
    }

    /** A failure has the last lines of all containers with it. */
    private void step(DemoRun.Action action) throws Exception {
        assumeThat(broken).as("an earlier part of the run has failed").isFalse();
        broken = true;
        try {
            action.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(e + "\n" + run.stack().tails(), e);
        }
        broken = false;
    }

    private long outageMs() {
        return random.nextLong(OUTAGE_MS_MIN, OUTAGE_MS_MAX);
    }

    @Test
    @Order(1)
    void usersSeeRowsAndNodes() throws Exception {
        step(
                () -> {
                    assertThat(run.stack().demo("tail", "L6", "--limit", "3", "--format", "ndjson"))
                            .contains("\"windowEnd\"");
                    assertThat(run.stack().demo("status")).contains("store3", "L6");
                    for (String store : stores) {
                        assertThat(run.stack().failures(store)).isEmpty();
                    }
                });
    }

    @Test
    @Order(2)
    void storeNodePaused() throws Exception {
        step(
                () -> {
                    DemoContainer node = run.container(stores.get(0));
                    run.outage(
                            node.service() + " is paused",
                            outageMs(),
                            () -> run.await(node::pause, "all threads stand still"),
                            () -> run.isAway(node.service()),
                            node::unpause);
                });
    }

    @Test
    @Order(3)
    void storeNodeKilled() throws Exception {
        step(
                () -> {
                    DemoContainer node = run.container(stores.get(1));
                    run.outage(
                            node.service() + " is killed",
                            outageMs(),
                            node::kill,
                            () -> run.isAway(node.service()),
                            node::start);
                });
    }

    @Test
    @Order(4)
    void storeNodeCutOff() throws Exception {
        step(
                () -> {
                    DemoContainer node = run.container(stores.get(2));
                    List<String> network = new ArrayList<>();
                    run.outage(
                            node.service() + " is cut off",
                            outageMs(),
                            () -> network.add(node.cutOff()),
                            () -> run.isAway(node.service()),
                            () -> node.rejoin(network.get(0)));
                });
    }

    @Test
    @Order(5)
    void brokerKilled() throws Exception {
        step(
                () -> {
                    DemoContainer broker = run.container("broker");
                    broker.kill();
                    run.await(() -> !broker.isRunning(), "the broker has ended");
                    broker.start();
                    run.awaitAnswers("broker is killed");
                });
    }

    @Test
    @Order(6)
    void taskManagerKilled() throws Exception {
        step(
                () -> {
                    DemoContainer taskManager = run.stack().busyTaskManager();
                    run.outage(
                            taskManager.service() + " is killed",
                            outageMs(),
                            taskManager::kill,
                            () -> !taskManager.isRunning(),
                            taskManager::start);
                });
    }

    /**
     * One node after the other gets a container of another image on the same volume. There is one
     * version of the store yet, so the image differs from the first one by a label only.
     */
    @Test
    @Order(7)
    void storeUpgraded() throws Exception {
        step(
                () -> {
                    String image =
                            new ImageFromDockerfile("wukongs/store:e2e-next", true)
                                    .withDockerfileFromBuilder(
                                            file ->
                                                    file.from(DemoStack.storeImage())
                                                            .label("org.wukongs.e2e", "next"))
                                    .get();
                    for (String store : stores) {
                        upgrade(store, image);
                    }
                });
    }

    private void upgrade(String store, String image) throws Exception {
        String before = run.container(store).getContainerId();
        run.stack().demo("compose", "rm", "--stop", "--force", store);
        run.stack()
                .demo(
                        Map.of("STORE_IMAGE", image),
                        "compose",
                        "up",
                        "--detach",
                        "--no-deps",
                        "--no-build",
                        store);
        DemoContainer node = run.container(store);
        assertThat(node.getContainerId()).isNotEqualTo(before);
        assertThat(node.getContainerInfo().getConfig().getImage()).isEqualTo(image);
        run.await(node::isHealthy, store + " is healthy");
        run.awaitAnswers(store + " has another image");
    }

    @Test
    @Order(8)
    void everyRowIsCommittedOnce() throws Exception {
        step(
                () -> {
                    run.check();
                    run.checkNodes();
                });
    }
}
