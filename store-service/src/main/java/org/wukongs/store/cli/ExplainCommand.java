package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code wukongs explain}. */
@Command(
        name = "explain",
        description = "Prints how a running store answers one-shot and registered queries.",
        mixinStandardHelpOptions = true)
final class ExplainCommand extends Remote {

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = "Registered queries, over their newest windows.")
    private List<String> names = new ArrayList<>();

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

    @Option(
            names = "--template",
            description =
                    "The plan by which all queries that differ from a registered one in constants"
                            + " only are executed together.")
    private boolean template;

    @Override
    void checkUsage() {
        if (files.isEmpty() && texts.isEmpty() && names.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "explain needs the NAME of a registered query, --query or -e");
        }
        if (template && names.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--template needs the NAME of a registered query");
        }
    }

    @Override
    void run(StoreClient client) {
        PrintWriter out = spec.commandLine().getOut();
        for (String name : names) {
            out.print(client.explainRegistered(name, template, execute).toText());
        }
        List<QueryText> queries = new ArrayList<>();
        files.forEach(file -> queries.add(QueryText.read(file)));
        texts.forEach(text -> queries.add(new QueryText("-e", text)));
        for (QueryText query : queries) {
            try {
                out.print(client.explain(query.text(), execute).toText());
            } catch (CsparqlSyntaxException e) {
                throw query.locate(e);
            }
        }
    }
}
