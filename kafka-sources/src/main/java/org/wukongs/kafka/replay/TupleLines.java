package org.wukongs.kafka.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.kafka.rdf.EventTime;
import org.wukongs.kafka.rdf.GraphNames;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.rdf.RdfTermParser;
import org.wukongs.stream.Tuple;

/** Parser of tuple files. A line is event time in ms, a tab, a statement. Not thread-safe. */
final class TupleLines implements LineTupleReader.LineParser {

    private final RdfTermParser parser = new RdfTermParser(RdfFormat.NTRIPLES, GraphNames.REJECT);
    private final List<Tuple> found = new ArrayList<>(1);

    @Override
    public void parse(String line, long lineNumber, Consumer<Tuple> tuples) throws BadRdfException {
        int tab = line.indexOf('\t');
        if (tab < 0) {
            throw new BadRdfException("no tab after the event time");
        }
        long timeMs = EventTime.ofDigits(line.substring(0, tab), "line");
        boolean removal = line.startsWith("-", tab + 1);
        found.clear();
        parser.parse(
                line.substring(removal ? tab + 2 : tab + 1),
                () -> {
                    throw new IllegalStateException("a blank node of N-Triples has a label");
                },
                (s, p, o, g) -> found.add(new Tuple(timeMs, s, p, o, removal)));
        if (found.size() != 1) {
            throw new BadRdfException("not one statement: statements=" + found.size());
        }
        tuples.accept(found.get(0));
    }
}
