package org.wukongs.examples.demo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.kafka.rdf.GraphNames;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.rdf.RdfTermParser;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** Loads a generator's stored graph into a store over the network. */
public final class StoredData {

    /** Triples in a message: about half a megabyte. */
    private static final int CHUNK_TRIPLES = 8192;

    private StoredData() {}

    /** Loads the graph and returns the number of statements. */
    public static long load(LsbenchGenerator generator, StoreClient client) {
        TupleEncoder encoder = new TupleEncoder(client.strings());
        RdfTermParser parser = new RdfTermParser(RdfFormat.NTRIPLES, GraphNames.REJECT);
        List<Tuple> chunk = new ArrayList<>(CHUNK_TRIPLES);
        long count = 0;
        for (Iterator<String> statements = generator.stored(); statements.hasNext(); ) {
            count += parse(parser, statements.next(), chunk);
            if (chunk.size() >= CHUNK_TRIPLES || !statements.hasNext()) {
                client.load(
                        StreamDefinition.STORED, encoder.encode(new TupleBatch(0, false, chunk)));
                chunk.clear();
            }
        }
        return count;
    }

    private static int parse(RdfTermParser parser, String statement, List<Tuple> into) {
        try {
            return parser.parse(
                    statement.getBytes(StandardCharsets.UTF_8),
                    () -> "stored",
                    (s, p, o, g) -> into.add(new Tuple(0, s, p, o)));
        } catch (BadRdfException e) {
            throw new WukongsException(
                    WukongsException.Category.FATAL, "the generator made bad RDF: " + statement, e);
        }
    }
}
