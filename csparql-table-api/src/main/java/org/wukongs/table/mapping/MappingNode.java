package org.wukongs.table.mapping;

import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.wukongs.csparql.NTriples;
import org.wukongs.table.mapping.MappingGraph.Statement;

/** A node of a mapping's graph with its properties, which are of R2RML or RML, or notes. */
record MappingNode(Resource resource, List<Statement> statements, MappingGraph graph) {

    /**
     * Throws a USER error that names the first property that is not one of {@code names}; notes of
     * readers, such as {@code rdfs:label}, are ignored.
     */
    void checkProperties(Set<String> names) {
        for (Statement statement : statements) {
            String name = Vocabulary.name(statement.predicate());
            if (name == null ? Vocabulary.isNote(statement.predicate()) : names.contains(name)) {
                continue;
            }
            throw graph.place(statement)
                    .error(
                            Vocabulary.shown(statement.predicate())
                                    + " is not supported"
                                    + Vocabulary.reason(name)
                                    + "; supported here: "
                                    + Vocabulary.list(names));
        }
    }

    boolean has(String name) {
        return !all(name).isEmpty();
    }

    List<Statement> all(String name) {
        return statements.stream()
                .filter(statement -> name.equals(Vocabulary.name(statement.predicate())))
                .toList();
    }

    /** The only triple with one of these properties; null if there is none. */
    Statement atMostOne(Set<String> names) {
        List<Statement> found = names.stream().flatMap(name -> all(name).stream()).toList();
        if (found.size() > 1) {
            throw graph.place(found.get(1))
                    .error("there must be one of " + Vocabulary.list(names) + " only");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    Statement exactlyOne(Set<String> names) {
        Statement found = atMostOne(names);
        if (found == null) {
            throw place().error("one of " + Vocabulary.list(names) + " is missing");
        }
        return found;
    }

    /** The node's first line, and its name if it has one. */
    Place place() {
        String facts = graph.place().facts();
        if (!statements.isEmpty()) {
            facts += " line=" + statements.get(0).line();
        }
        return new Place(facts + (resource instanceof IRI ? " node=" + shown() : ""));
    }

    String shown() {
        return MappingGraph.shown(resource);
    }

    /** The node that is a triple's object. */
    MappingNode node(Statement statement) {
        if (statement.object() instanceof Resource object) {
            return graph.node(object);
        }
        throw graph.place(statement).error("must be a node, not a literal");
    }

    /** The plain string that is a triple's object. */
    String string(Statement statement) {
        if (statement.object() instanceof Literal literal
                && literal.getDatatype().equals(XSD.STRING)) {
            return literal.getLabel();
        }
        throw graph.place(statement).error("must be a string");
    }

    /** The absolute IRI that is a triple's object, without brackets. */
    String iri(Statement statement) {
        if (!(statement.object() instanceof IRI iri)) {
            throw graph.place(statement).error("must be an IRI");
        }
        if (MappingGraph.isRelative(iri) || !NTriples.isAbsoluteIri(iri.stringValue())) {
            throw graph.place(statement)
                    .error(
                            "the IRI "
                                    + MappingGraph.shown(iri)
                                    + " is relative: write it in full, or declare @base");
        }
        return iri.stringValue();
    }

    /** The constant IRI or literal that is a triple's object, as an N-Triples term. */
    String constant(Statement statement) {
        Value value = statement.object();
        if (value instanceof BNode) {
            throw graph.place(statement).error("a constant must be an IRI or a literal");
        }
        return value instanceof Literal literal
                ? Vocabulary.term(literal)
                : NTriples.iri(iri(statement));
    }
}
