package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;

class StreamsCommandTest {

    private final StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
    private final String address = server.address().toString();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void streamsAreAddedListedAndDropped() {
        String[] add = {
            "streams",
            "--store",
            address,
            "--add",
            "s",
            "t",
            "--batch-interval",
            "1s",
            "--into",
            "g",
            "--timing",
            "urn:a,urn:b"
        };
        assertThat(Cli.ok(add).lines()).containsExactly("added s", "added t");
        for (String name : new String[] {"", "a b", "a\u0000"}) {
            assertThat(Cli.fails(1, "streams", "--store", address, "--add", name))
                    .contains("name of a stream");
        }
        StreamDefinition stream = server.ask(node -> node.streams().stream("s").orElseThrow());
        assertThat(stream.batchIntervalMs()).isEqualTo(1_000);
        assertThat(stream.graph()).isEqualTo("g");
        assertThat(stream.timingPredicates()).containsExactlyInAnyOrder("urn:a", "urn:b");
        assertThat(Cli.ok("streams", "--store", address)).contains("none yet", "0/0");
        assertThat(Cli.ok("streams", "--store", address, "--drop", "t").lines())
                .containsExactly("dropped t");
        assertThat(Cli.fails(1, "streams", "--store", address, "--drop", "t"))
                .contains("no such stream: name=t");
        assertThat(server.ask(node -> node.streams().stream("s").orElseThrow()).retention())
                .isEqualTo(Retention.FOREVER);
        server.ask(
                node ->
                        node.registerQuery(
                                "REGISTER QUERY q AS SELECT ?s FROM STREAM <s>"
                                        + " [RANGE 1s STEP 1s] { ?s ?p ?o }"));
        assertThat(Cli.fails(1, "streams", "--store", address, "--drop", "s"))
                .contains("queries=[q]");
    }

    @Test
    void aStreamMayHaveARetention() {
        String text = "60s,<urn:a>=10m,<urn:b>=forever";
        Cli.ok("streams", "--store", address, "--add", "s", "--retention", text);
        StreamDefinition stream = server.ask(node -> node.streams().stream("s").orElseThrow());
        assertThat(stream.retention()).isEqualTo(Retention.parse(text));
        Cli.ok("streams", "--store", address, "--add", "t");
        assertThat(Cli.ok("streams", "--store", address))
                .contains("retention", "expired", "1m,<urn:a>=10m,<urn:b>=forever", "forever");
        assertThat(Cli.fails(1, "streams", "--store", address, "--add", "s", "--retention", "1s"))
                .contains("registered with another definition");
        for (String bad : new String[] {"", "60", "1s,2s", "1s,urn:a=2s"}) {
            assertThat(
                            Cli.fails(
                                    2,
                                    "streams",
                                    "--store",
                                    address,
                                    "--add",
                                    "u",
                                    "--retention",
                                    bad))
                    .contains("--retention", "a retention is");
        }
    }
}
