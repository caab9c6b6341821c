package org.wukongs.table.mapping;

import java.io.IOException;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.ParseErrorCollector;
import org.eclipse.rdf4j.rio.turtle.TurtleParser;

/** RDF4J's parser of Turtle for mappings: tells lines, and bounds its own recursion. */
final class MappingTurtle extends TurtleParser {

    private final Consumer<MappingGraph.Statement> out;
    private int nesting;

    MappingTurtle(Consumer<MappingGraph.Statement> out) {
        this.out = out;
        setParseErrorListener(new ParseErrorCollector());
    }

    /** The line that has been reached. */
    int line() {
        return getLineNumber();
    }

    @Override
    protected void reportStatement(Resource subject, IRI predicate, Value object) {
        out.accept(new MappingGraph.Statement(subject, predicate, object, getLineNumber()));
    }

    @Override
    protected Resource parseImplicitBlank() throws IOException {
        if (++nesting > MappingLimits.NESTING_MAX) {
            throw refused("brackets are nested more than " + MappingLimits.NESTING_MAX + " deep");
        }
        Resource node = super.parseImplicitBlank();
        nesting--;
        return node;
    }

    @Override
    protected Resource parseCollection() {
        throw refused("a mapping has no collections (…)");
    }

    @Override
    protected Triple parseTripleValue() {
        throw refused("a mapping has no triples as terms <<…>>");
    }

    @Override
    protected void parseAnnotation() {
        throw refused("a mapping has no annotations {|…|}");
    }

    private RDFParseException refused(String what) {
        return new RDFParseException(what, getLineNumber(), -1);
    }
}
