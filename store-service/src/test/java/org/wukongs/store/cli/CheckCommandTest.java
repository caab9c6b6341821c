package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.graph.GraphDamage;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;

class CheckCommandTest {

    private final StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
    private final String address = server.address().toString();

    @AfterEach
    void close() {
        server.close();
    }

    /** How many terms the store has with one triple in the default graph. */
    private long load() {
        return server.ask(
                node -> {
                    TripleBuffer triples = new TripleBuffer();
                    triples.append(
                            node.dictionary().vertexId("<http://x/a>"),
                            node.dictionary().predicateId("<http://x/p>"),
                            node.dictionary().vertexId("<http://x/b>"));
                    node.loader().load(StreamDefinition.STORED, triples);
                    return node.dictionary().termCount();
                });
    }

    @Test
    void aSoundStoreIsOneLine() {
        long terms = load();
        assertThat(Cli.ok("check", "--store", address))
                .isEqualToIgnoringNewLines("sound: graphs=1 triples=1 terms=" + terms);
    }

    @Test
    void anUnsoundStoreIsAnErrorWithWhatWasFound() {
        long terms = load();
        server.ask(
                node -> {
                    StoredGraphs stored = node.stored();
                    GraphDamage.addToTripleCount(
                            stored.memory(), stored.graph(StreamDefinition.STORED), 1);
                    return true;
                });
        Cli cli = Cli.run("check", "--store", address);
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err().lines()).hasSize(2);
        assertThat(cli.err())
                .startsWith(
                        "error: the store is not sound: violations=1 graphs=1 triples=2 terms="
                                + terms
                                + System.lineSeparator()
                                + "triples of a graph: region=stored-graphs offset=");
    }

    @Test
    void nobodyThere() {
        server.close();
        assertThat(Cli.fails(1, "check", "--store", address)).contains("no store answers");
    }
}
