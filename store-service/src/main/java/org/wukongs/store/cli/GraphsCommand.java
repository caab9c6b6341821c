package org.wukongs.store.cli;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wukongs graphs}. */
@Command(
        name = "graphs",
        description = "Lists the stored graphs of a running store.",
        mixinStandardHelpOptions = true)
final class GraphsCommand extends Remote {

    private static final String DEFAULT = "(default)";

    @Option(
            names = "--count",
            description = "Count the triples of each graph, by a query that reads all of them.")
    private boolean count;

    @Override
    void run(StoreClient client) {
        List<String[]> rows = new ArrayList<>();
        rows.add(row(DEFAULT, client, "{ ?s ?p ?o }"));
        for (String graph : client.catalog().graphNames()) {
            rows.add(row(graph, client, "{ GRAPH <" + graph + "> { ?s ?p ?o } }"));
        }
        print(count ? List.of("graph", "triples") : List.of("graph"), rows);
    }

    private String[] row(String name, StoreClient client, String pattern) {
        if (!count) {
            return new String[] {name};
        }
        // COUNT's value is an xsd:integer: "N"^^<…>
        String term = client.query("SELECT (COUNT(*) AS ?n) " + pattern).rows().get(0)[0];
        return new String[] {name, HumanNumber.count(Long.parseLong(term.split("\"", -1)[1]))};
    }
}
