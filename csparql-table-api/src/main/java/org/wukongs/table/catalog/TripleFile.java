package org.wukongs.table.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.rio.ntriples.NTriplesParser;
import org.wukongs.client.StoreClient;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.file.CompressedFile;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.text.Utf8Reader;

/** Loads a file of N-Triples, plain or compressed, into a stored graph. */
final class TripleFile {

    /** As in a sink's messages: some MB each. */
    private static final int TRIPLES_PER_MESSAGE = 16_384;

    private TripleFile() {}

    /** Returns the number of triples. Parses the file twice, so that a bad file loads nothing. */
    static long load(String file, String graph, StoreClient client) {
        read(file, statement -> {});
        TupleEncoder encoder = new TupleEncoder(client.strings());
        List<Tuple> message = new ArrayList<>();
        long[] count = new long[1];
        Runnable send =
                () -> {
                    client.load(graph, encoder.encode(new TupleBatch(0, false, message)));
                    message.clear();
                };
        read(
                file,
                statement -> {
                    count[0]++;
                    message.add(tuple(statement));
                    if (message.size() == TRIPLES_PER_MESSAGE) {
                        send.run();
                    }
                });
        if (!message.isEmpty()) {
            send.run();
        }
        return count[0];
    }

    private static Tuple tuple(Statement statement) {
        return new Tuple(
                0,
                NTriplesUtil.toNTriplesString(statement.getSubject()),
                NTriplesUtil.toNTriplesString(statement.getPredicate()),
                NTriplesUtil.toNTriplesString(statement.getObject()));
    }

    private static void read(String file, Consumer<Statement> each) {
        NTriplesParser parser = new NTriplesParser();
        parser.setPreserveBNodeIDs(true);
        parser.setRDFHandler(
                new AbstractRDFHandler() {
                    @Override
                    public void handleStatement(Statement statement) {
                        each.accept(statement);
                    }
                });
        try (InputStream in = open(file)) {
            parser.parse(new Utf8Reader(in), "");
        } catch (RDFParseException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "not N-Triples, nothing is loaded; the command wukongs load reads other"
                            + " formats: file="
                            + file
                            + " line="
                            + e.getLineNumber()
                            + " reason="
                            + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot read: file=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }

    private static InputStream open(String file) throws IOException {
        Path path = new Path(file);
        URI uri = path.toUri();
        return CompressedFile.decompress(path.getName(), FileSystem.get(uri).open(path));
    }
}
