package org.wukongs.store.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code wukongs explain}. */
@Command(
        name = "explain",
        description = "Prints how a running store answers one-shot queries.",
        mixinStandardHelpOptions = true)
final class ExplainCommand extends Remote {

    @Option(
            names = "--query",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files with a SPARQL query each.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "-e", paramLabel = "TEXT", description = "A SPARQL query.")
    private List<String> texts = new ArrayList<>();

    @Option(
            names = "--execute",
            description = "Execute the queries too, for rows and times of each step.")
    private boolean execute;

    @Override
    void checkUsage() {
        if (files.isEmpty() && texts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "explain needs --query or -e");
        }
    }

    @Override
    void run(StoreClient client) {
        List<QueryText> queries = new ArrayList<>();
        files.forEach(file -> queries.add(QueryText.read(file)));
        texts.forEach(text -> queries.add(new QueryText("-e", text)));
        for (QueryText query : queries) {
            try {
                String plan = client.explain(query.text(), execute).toText();
                spec.commandLine().getOut().print(plan);
            } catch (CsparqlSyntaxException e) {
                throw query.locate(e);
            }
        }
    }
}
