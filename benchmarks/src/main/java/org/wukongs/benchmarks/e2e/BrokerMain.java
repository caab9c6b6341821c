package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.io.OutputStream;
import org.wukongs.kafka.broker.EmbeddedKafka;

/** A broker in a process of its own, until its standard input ends. */
public final class BrokerMain {

    static final String READY = "broker listening on ";

    private BrokerMain() {}

    public static void main(String[] args) throws IOException {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            System.out.println(READY + kafka.bootstrapServers());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
