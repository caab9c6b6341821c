package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.examples.produce.ProduceCommand;
import org.wukongs.naive.SlowTest;
import org.wukongs.store.cli.StoreJvm;
import org.wukongs.store.cli.Wukongs;
import org.wukongs.store.security.TestKeys;

/**
 * Nothing is sent in the clear: the broker speaks SASL_SSL only, to Flink's connector and to the
 * store's metadata log; the store asks for tokens over TLS. Secrets are shown nowhere.
 */
@SlowTest
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SecuredKafkaIT {

    private static final String PASSWORD = "broker-secret-1";
    private static final String WRITE_TOKEN = "token-of-the-writers-1";
    private static final String READ_TOKEN = "token-of-the-readers-1";
    private static final String TOPIC = "people";

    @TempDir private static Path directory;

    private final List<String> printed = new ArrayList<>();

    @Test
    void rowsOfASecuredBrokerReachASecuredStore() throws Exception {
        Path processes = Files.createDirectory(directory.resolve("processes"));
        try (Reaper reaper = new Reaper(processes)) {
            SecuredBroker broker = SecuredBroker.start(processes, PASSWORD, reaper);
            broker.createTopic(TOPIC);
            StoreJvm store = startStores(broker, reaper);
            StreamTableEnvironment sql = StreamTableEnvironment.create(Environments.local());
            sql.executeSql(catalog("wk", store, secret("write", WRITE_TOKEN)));
            sql.executeSql(catalog("wk_read", store, secret("read", READ_TOKEN)));
            sql.executeSql(topic("people", broker, broker.client()));
            sql.executeSql(topic("wrong_people", broker, broker.client("guessed")));
            String rows =
                    "('<http://x/ann>', '<http://x/likes>', '<http://x/tea>'),"
                            + " ('<http://x/bob>', '<http://x/likes>', '<http://x/tea>')";

            run(sql, "INSERT INTO people VALUES " + rows);
            run(sql, "CREATE TABLE wk.lsbench.likes " + likes());
            run(sql, "INSERT INTO wk.lsbench.likes SELECT s, p, o FROM people");
            assertThat(rows(sql, "SELECT s, o FROM wk_read.graph.`http://x/likes`"))
                    .containsExactlyInAnyOrder(
                            "+I[http://x/ann, http://x/tea]", "+I[http://x/bob, http://x/tea]");

            assertThatThrownBy(() -> run(sql, "INSERT INTO wrong_people VALUES " + rows))
                    .satisfies(
                            e ->
                                    assertThat(ExceptionUtils.stringifyException(e))
                                            .contains("Authentication failed")
                                            .doesNotContain(PASSWORD));
            assertThatThrownBy(
                            () ->
                                    run(
                                            sql,
                                            "INSERT INTO wk_read.graph.`http://x/likes` VALUES "
                                                    + rows))
                    .satisfies(
                            e ->
                                    assertThat(ExceptionUtils.stringifyException(e))
                                            .contains("role=read needed=write")
                                            .doesNotContain(READ_TOKEN));
            printed.addAll(rows(sql, "SHOW CREATE CATALOG wk"));
            printed.addAll(rows(sql, "SHOW CREATE TABLE wk.lsbench.likes"));
            printed.add(Files.readString(errors(1)));
            printed.add(Files.readString(errors(2)));
            assertThat(printed).noneMatch(text -> text.contains(WRITE_TOKEN));
            assertThat(printed).noneMatch(text -> text.contains(PASSWORD));
        }
    }

    @Test
    void filesAreProducedIntoASecuredBroker() throws Exception {
        Path processes = Files.createDirectory(directory.resolve("produced"));
        try (Reaper reaper = new Reaper(processes)) {
            SecuredBroker broker = SecuredBroker.start(processes, PASSWORD, reaper);
            broker.createTopic("warm-up"); // waits for the broker
            Path tuples = processes.resolve("posts.tsv");
            Files.writeString(
                    tuples, "1\t<urn:a> <urn:p> <urn:b> .\n2\t<urn:a> <urn:p> <urn:c> .\n");
            String[] right = produce(broker, tuples, settings("right", broker.client()));
            assertThat(right).containsExactly("0", "produced 2 tuples in", "");
            // Its progress is read with the same settings.
            String[] again = produce(broker, tuples, settings("right", broker.client()));
            assertThat(again).containsExactly("0", "produced 0 tuples in", "");
            String[] wrong = produce(broker, tuples, settings("wrong", broker.client("guessed")));
            assertThat(wrong[0]).isEqualTo("1");
            assertThat(wrong[2]).startsWith("error: ").contains("Authentication failed");
            assertThat(wrong[2]).doesNotContain("guessed").doesNotContain(PASSWORD);
            String[] none = produce(broker, tuples, directory.resolve("none"));
            assertThat(none[0]).isEqualTo("1");
            assertThat(none[2]).contains("--kafka-config cannot be read");
        }
    }

    /** Returns exit code, the beginning of what was printed, and errors. */
    private static String[] produce(SecuredBroker broker, Path tuples, Path settings) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code =
                Wukongs.run(
                        new ProduceCommand(),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        "--kafka",
                        broker.bootstrapServers(),
                        "--kafka-config",
                        settings.toString(),
                        "--stream",
                        "posts=" + tuples);
        return new String[] {
            Integer.toString(code),
            out.toString().replaceFirst("(?s) \\d+\\.\\d s.*", ""),
            err.toString()
        };
    }

    private static Path settings(String name, Map<String, String> client) throws IOException {
        Path file = directory.resolve(name + ".properties");
        Properties settings = new Properties();
        settings.putAll(client);
        try (OutputStream out = Files.newOutputStream(file)) {
            settings.store(out, null);
        }
        return file;
    }

    private static Path secret(String name, String token) {
        return TestKeys.tokens(directory.resolve(name + ".token"), token);
    }

    /** Starts a cluster of two nodes, whose metadata log is in the broker; returns the first. */
    private static StoreJvm startStores(SecuredBroker broker, Reaper reaper) throws Exception {
        TestKeys keys = TestKeys.make(directory, "store");
        Path clientConfig = settings("kafka-client", broker.client());
        Path tokens =
                TestKeys.tokens(
                        directory.resolve("tokens"),
                        "admin writers " + WRITE_TOKEN,
                        "read readers " + READ_TOKEN);
        String[] options = {
            "--token-file",
            tokens.toString(),
            "--tls-certificate",
            keys.certificate().toString(),
            "--tls-key",
            keys.key().toString(),
            "--tls-ca",
            keys.certificate().toString(),
            "--cluster",
            "secured",
            "--nodes",
            "1,2",
            "--cluster-listen",
            "127.0.0.1:0",
            "--cluster-token-file",
            secret("cluster", "secret-of-the-cluster").toString(),
            "--metadata",
            "kafka://"
                    + broker.bootstrapServers()
                    + "/secured-metadata?min-insync-replicas=1&client-config="
                    + clientConfig
        };
        CompletableFuture<StoreJvm> second =
                CompletableFuture.supplyAsync(() -> startStore(2, options, reaper));
        StoreJvm first = startStore(1, options, reaper);
        second.join();
        return first;
    }

    private static StoreJvm startStore(int number, String[] options, Reaper reaper) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--node", Integer.toString(number)));
        try {
            StoreJvm store =
                    StoreJvm.start(
                            StoreJvm.command(List.of("-Xmx512m"), arguments.toArray(String[]::new)),
                            errors(number));
            reaper.add(store.process());
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path errors(int number) {
        return directory.resolve("store" + number + ".err");
    }

    private static String catalog(String name, StoreJvm store, Path token) {
        return "CREATE CATALOG "
                + name
                + " WITH ('type' = 'wukongs', 'store' = '"
                + store.address()
                + "', 'token-file' = '"
                + token
                + "', 'tls.ca' = '"
                + directory.resolve("store.pem")
                + "')";
    }

    private static String likes() {
        return "(s STRING, p STRING, o STRING)"
                + " WITH ('connector' = 'wukongs', 'graph' = 'http://x/likes')";
    }

    private static String topic(String name, SecuredBroker broker, Map<String, String> client) {
        String settings =
                client.entrySet().stream()
                        .map(e -> "'properties." + e.getKey() + "' = '" + e.getValue() + "'")
                        .collect(Collectors.joining(", "));
        return "CREATE TABLE "
                + name
                + " (s STRING, p STRING, o STRING) WITH ('connector' = 'kafka', 'topic' = '"
                + TOPIC
                + "', 'properties.bootstrap.servers' = '"
                + broker.bootstrapServers()
                + "', "
                + settings
                + ", 'scan.startup.mode' = 'earliest-offset',"
                + " 'scan.bounded.mode' = 'latest-offset', 'format' = 'rdf')";
    }

    private static void run(StreamTableEnvironment sql, String statement) throws Exception {
        TableResult result = sql.executeSql(statement);
        if (result.getJobClient().isPresent()) {
            result.await();
        }
    }

    @SuppressWarnings("try") // Closing may be interrupted, which ends the test as well.
    private static List<String> rows(StreamTableEnvironment sql, String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> found = sql.executeSql(query).collect()) {
            found.forEachRemaining(row -> rows.add(row.toString()));
        }
        return rows;
    }
}
