package org.wukongs.examples.demo;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Exit;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.store.cli.OptionBounds;
import org.wukongs.store.cli.Wukongs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code wukongs demo}. */
@Command(
        name = "wukongs demo",
        description = {
            "The main job: a Kafka broker, a store node and a Flink job on this machine.",
            "An invented social network goes through five Kafka topics into the store; the"
                    + " LSBench queries L1-L6"
                    + " run on it ten times a second and write to a Kafka topic.",
            "Latencies: 'engine' is one execution inside the store, 'Kafka' the time from a"
                    + " window's end until its rows are read back from the result topic."
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final long STOP_TIMEOUT_S = 60;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "End after N seconds of results (default: run until Ctrl-C).")
    private long seconds = Long.MAX_VALUE;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Users of the network (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--rate",
            paramLabel = "FACTOR",
            defaultValue = "0.1",
            description =
                    "Stream rates as a share of the paper's 133.5 K tuples/s (default ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed and sizes give the same data (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--kafka-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the broker, 0 for any free one (default ${DEFAULT-VALUE}).")
    private int kafkaPort;

    @Option(
            names = "--store-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description =
                    "Port of the store node, of further nodes the next ones; 0 for any free one"
                            + " (default ${DEFAULT-VALUE}).")
    private int storePort;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Nodes of the store, each in a process; a cluster if there are several (default"
                            + " ${DEFAULT-VALUE}).")
    private int nodeCount;

    @Option(
            names = "--verbose",
            description = "Stack traces with errors, and the warnings of Flink and Kafka.")
    boolean verbose;

    @Spec private CommandSpec spec;

    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    public static void main(String[] args) {
        // Logs of Flink and Kafka would drown the results; an error that ends the demo has its own
        // line.
        String level = Arrays.asList(args).contains("--verbose") ? "warn" : "off";
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", level);
        Exit.setHaltProcedure(DemoCommand::brokerEnded);
        Exit.setExitProcedure(DemoCommand::brokerEnded);
        System.exit(Wukongs.run(new DemoCommand(), args));
    }

    /**
     * Reports the end of this process by a broker whose folder fails, which is silent otherwise.
     */
    private static void brokerEnded(int status, String message) {
        System.err.println(
                "error: the Kafka broker ended the demo, is there room in the temporary folder?"
                        + " status="
                        + status
                        + " folder="
                        + System.getProperty("java.io.tmpdir")
                        + (message == null ? "" : " reason=" + message));
        Runtime.getRuntime().halt(1);
    }

    @Override
    public Integer call() throws Exception {
        OptionBounds.check("--seconds", seconds, 1, Long.MAX_VALUE);
        OptionBounds.check("--users", users, LsbenchConfig.USERS_MIN, LsbenchConfig.USERS_MAX);
        OptionBounds.checkPositive("--rate", rate, LsbenchConfig.PAPER_TIMES_MAX);
        OptionBounds.checkPort("--kafka-port", kafkaPort);
        OptionBounds.check("--nodes", nodeCount, 1, StoreNodes.COUNT_MAX);
        OptionBounds.checkPort("--store-port", storePort);
        if (storePort != 0) {
            OptionBounds.checkPort("--store-port", storePort + nodeCount - 1);
        }
        LsbenchConfig config =
                LsbenchConfig.defaults().withUsers(users).withSeed(seed).withPaperRates(rate);
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "demo-stop"));
        PrintStream out = System.out;
        Consumer<String> say = System.err::println;
        try (Demo demo = Demo.start(config, nodeCount, kafkaPort, storePort, say)) {
            boolean terminal = Ansi.AUTO.enabled();
            demo.watch(out, terminal, width(terminal), seconds, this::awaitStop);
        } finally {
            stopped.countDown();
        }
        return 0;
    }

    private int width(boolean terminal) {
        return terminal ? spec.usageMessage().autoWidth(true).width() : DemoScreen.WIDTH_DEFAULT;
    }

    /** Waits up to {@code ms}; true if the demo is to end. */
    private boolean awaitStop(long ms) {
        try {
            return stop.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** On Ctrl-C, waits until the main thread has ended all parts in order. */
    private void stopAndWait() {
        stop.countDown();
        try {
            if (!stopped.await(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
                System.err.println("error: the demo did not end within its time limit");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
