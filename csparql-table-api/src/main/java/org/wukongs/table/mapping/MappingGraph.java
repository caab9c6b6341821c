package org.wukongs.table.mapping;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.wukongs.error.WukongsException;

/** The triples of a mapping's text, by subject and with their lines. */
final class MappingGraph {

    /** What relative IRIs are relative to; no other IRI of a mapping begins like this. */
    private static final String BASE = "mapping://relative/";

    /** A triple and the line on which its object ends. */
    record Statement(Resource subject, IRI predicate, Value object, int line) {}

    private final String facts;
    private final Map<Resource, MappingNode> nodes = new LinkedHashMap<>();

    private MappingGraph(String facts) {
        this.facts = facts;
    }

    /** Throws a USER error with {@code facts} and the line if the text is not Turtle. */
    static MappingGraph parse(Reader text, String facts) {
        MappingGraph graph = new MappingGraph(facts);
        MappingTurtle turtle = new MappingTurtle(graph::add);
        try {
            turtle.parse(text, BASE);
        } catch (RDFParseException e) {
            throw notTurtle(facts + " line=" + turtle.line(), e);
        } catch (IOException | IllegalArgumentException e) {
            throw notTurtle(facts, e);
        }
        return graph;
    }

    private static WukongsException notTurtle(String facts, Exception e) {
        return new WukongsException(
                WukongsException.Category.USER,
                "the mapping is not Turtle: " + facts + " reason=" + oneLine(e.getMessage()),
                e);
    }

    private static String oneLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("");
    }

    private void add(Statement statement) {
        nodes.computeIfAbsent(statement.subject(), s -> new MappingNode(s, new ArrayList<>(), this))
                .statements()
                .add(statement);
    }

    Collection<MappingNode> nodes() {
        return nodes.values();
    }

    /** The node that a triple's object is; without properties if it is no subject. */
    MappingNode node(Resource resource) {
        MappingNode node = nodes.get(resource);
        return node == null ? new MappingNode(resource, List.of(), this) : node;
    }

    Place place() {
        return new Place(facts);
    }

    Place place(Statement statement) {
        return new Place(
                facts
                        + " line="
                        + statement.line()
                        + " property="
                        + Vocabulary.shown(statement.predicate()));
    }

    /** An IRI as it stands in the text. */
    static String shown(Value value) {
        String text = value.stringValue();
        if (!(value instanceof IRI iri)) {
            return text;
        }
        return text.startsWith(BASE)
                ? "<" + text.substring(BASE.length()) + ">"
                : Vocabulary.shown(iri);
    }

    static boolean isRelative(IRI iri) {
        return iri.stringValue().startsWith(BASE);
    }
}
