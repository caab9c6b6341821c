package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.wukongs.kafka.broker.BrokerFolder;
import org.wukongs.store.security.TestKeys;

/** A broker in a process of its own that speaks SASL_SSL only and knows one client. */
final class SecuredBroker {

    private static final String USER = "flink";
    private static final int START_TIMEOUT_MS = 120_000;

    private final BrokerFolder folder;
    private final String password;
    private final Path authority;

    /** Makes its files, and starts it; {@code reaper} ends it. */
    static SecuredBroker start(Path directory, String password, Reaper reaper) throws Exception {
        TestKeys keys = TestKeys.make(directory, "broker");
        BrokerFolder folder = BrokerFolder.create(0, directory.resolve("kafka"));
        SecuredBroker broker = new SecuredBroker(folder, password, keys.certificate());
        broker.secure(keys);
        Path output = directory.resolve("kafka.out");
        KillableProcess process =
                new KillableProcess(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "kafka.Kafka",
                                folder.configuration().toString()),
                        output,
                        reaper);
        process.start();
        return broker;
    }

    private SecuredBroker(BrokerFolder folder, String password, Path authority) {
        this.folder = folder;
        this.password = password;
        this.authority = authority;
    }

    private void secure(TestKeys keys) throws IOException {
        Path pem = keys.key().resolveSibling("broker-key-and-certificate.pem");
        Files.writeString(
                pem, Files.readString(keys.key()) + Files.readString(keys.certificate()), UTF_8);
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(folder.configuration())) {
            properties.load(in);
        }
        for (String name : List.of("listeners", "advertised.listeners")) {
            String plain = properties.getProperty(name);
            properties.setProperty(name, plain.replace("PLAINTEXT://", "SASL_SSL://"));
        }
        properties.setProperty(
                "listener.security.protocol.map", "SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT");
        properties.setProperty("inter.broker.listener.name", "SASL_SSL");
        properties.setProperty("sasl.enabled.mechanisms", "PLAIN");
        properties.setProperty("sasl.mechanism.inter.broker.protocol", "PLAIN");
        properties.setProperty(
                "listener.name.sasl_ssl.plain.sasl.jaas.config",
                login(USER, password).replace(";", " user_" + USER + "=\"" + password + "\";"));
        properties.setProperty("ssl.keystore.type", "PEM");
        properties.setProperty("ssl.keystore.location", pem.toString());
        properties.setProperty("ssl.truststore.type", "PEM");
        properties.setProperty("ssl.truststore.location", authority.toString());
        try (OutputStream out = Files.newOutputStream(folder.configuration())) {
            properties.store(out, null);
        }
    }

    private static String login(String user, String password) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
                + user
                + "\" password=\""
                + password
                + "\";";
    }

    String bootstrapServers() {
        return folder.bootstrapServers();
    }

    /** Returns what a client has that knows the password. */
    Map<String, String> client() {
        return client(password);
    }

    Map<String, String> client(String said) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("security.protocol", "SASL_SSL");
        settings.put("sasl.mechanism", "PLAIN");
        settings.put("sasl.jaas.config", login(USER, said));
        settings.put("ssl.truststore.type", "PEM");
        settings.put("ssl.truststore.location", authority.toString());
        return settings;
    }

    /** Makes a topic of one partition, as soon as the broker answers. */
    void createTopic(String name) throws Exception {
        Map<String, Object> config = new LinkedHashMap<>(client());
        config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, START_TIMEOUT_MS);
        try (Admin admin = Admin.create(config)) {
            admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
        }
    }
}
