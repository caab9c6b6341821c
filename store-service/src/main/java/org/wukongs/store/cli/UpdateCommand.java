package org.wukongs.store.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.client.UpdateResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code wukongs update}. */
@Command(
        name = "update",
        description =
                "Executes SPARQL Update requests in a running store, each as one snapshot, all or"
                        + " nothing.",
        mixinStandardHelpOptions = true)
final class UpdateCommand extends Remote {

    @Option(
            names = "--file",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files with a request each.")
    private List<Path> files = new ArrayList<>();

    @Parameters(arity = "0..*", paramLabel = "TEXT", description = "Requests, after the files.")
    private List<String> texts = new ArrayList<>();

    @Override
    void checkUsage() {
        if (files.isEmpty() && texts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "update needs a text or --file");
        }
    }

    @Override
    void run(StoreClient client) {
        List<QueryText> requests = new ArrayList<>();
        files.forEach(file -> requests.add(QueryText.read(file)));
        texts.forEach(text -> requests.add(new QueryText("update", text)));
        for (QueryText request : requests) {
            try {
                print(client.update(request.text()));
            } catch (WukongsException e) {
                throw request.locate(e);
            }
        }
    }

    private void print(UpdateResult result) {
        spec.commandLine()
                .getOut()
                .println(
                        "added "
                                + result.addedCount()
                                + ", removed "
                                + result.removedCount()
                                + ", snapshot "
                                + result.snapshot());
    }
}
