package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.wukongs.kafka.broker.EmbeddedKafka;

/** A Kafka broker in a process of its own, which ends with its standard input. */
public final class BrokerProcess {

    private static final String READY = "broker listening on ";

    private BrokerProcess() {}

    public static void main(String[] args) throws IOException {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            System.out.println(READY + kafka.bootstrapServers());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Starts one; its {@link ChildProcess#ready} is the address. */
    public static ChildProcess start(Path folder, List<String> flags) throws IOException {
        List<String> command = ChildProcess.java(flags, BrokerProcess.class);
        return ChildProcess.start("broker", folder, command, READY);
    }
}
