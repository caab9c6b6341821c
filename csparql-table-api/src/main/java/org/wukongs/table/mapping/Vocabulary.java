package org.wukongs.table.mapping;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.DC;
import org.eclipse.rdf4j.model.vocabulary.DCTERMS;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/**
 * Names of R2RML. RML has the same names in namespaces of its own, and {@code reference} for {@code
 * column}, so a name here is without namespace.
 */
final class Vocabulary {

    static final String LOGICAL_TABLE = "logicalTable";
    static final String LOGICAL_SOURCE = "logicalSource";
    static final String TABLE_NAME = "tableName";
    static final String SOURCE = "source";
    static final String REFERENCE_FORMULATION = "referenceFormulation";
    static final String SUBJECT = "subject";
    static final String SUBJECT_MAP = "subjectMap";
    static final String CLASS = "class";
    static final String PREDICATE_OBJECT_MAP = "predicateObjectMap";
    static final String PREDICATE = "predicate";
    static final String PREDICATE_MAP = "predicateMap";
    static final String OBJECT = "object";
    static final String OBJECT_MAP = "objectMap";
    static final String PARENT_TRIPLES_MAP = "parentTriplesMap";
    static final String CONSTANT = "constant";
    static final String COLUMN = "column";
    static final String TEMPLATE = "template";
    static final String TERM_TYPE = "termType";
    static final String DATATYPE = "datatype";
    static final String LANGUAGE = "language";
    static final String TRIPLES_MAP = "TriplesMap";

    private static final String REFERENCE = "reference";
    private static final String RR = "http://www.w3.org/ns/r2rml#";
    private static final String RML_BEFORE = "http://semweb.mmlab.be/ns/rml#";
    private static final String RML = "http://w3id.org/rml/";

    private static final Set<String> NOTES =
            Set.of(RDFS.NAMESPACE, DC.NAMESPACE, DCTERMS.NAMESPACE);

    private static final Map<String, String> REASONS =
            Map.of(
                    "joinCondition",
                    "a mapping sees one row; join in the SELECT",
                    "sqlQuery",
                    "the logical table is what INSERT writes; query in its SELECT",
                    "graph",
                    "all triples of a stream go into one graph, the table's option 'graph'",
                    "graphMap",
                    "all triples of a stream go into one graph, the table's option 'graph'",
                    "iterator",
                    "a mapping sees one row; unnest in the SELECT");

    private Vocabulary() {}

    /** The name without namespace; null for other vocabularies and what is no IRI. */
    static String name(Value iri) {
        String text = iri instanceof IRI ? iri.stringValue() : "";
        for (String namespace : new String[] {RR, RML_BEFORE, RML}) {
            if (text.startsWith(namespace)) {
                String name = text.substring(namespace.length());
                return name.equals(REFERENCE) ? COLUMN : name;
            }
        }
        return null;
    }

    /** Whether a property says nothing about triples. */
    static boolean isNote(IRI property) {
        return property.equals(RDF.TYPE) || NOTES.contains(property.getNamespace());
    }

    /** Why a property is not supported, to be put after its name. */
    static String reason(String name) {
        String reason = name == null ? null : REASONS.get(name);
        return reason == null ? "" : " (" + reason + ")";
    }

    /** As mappings usually write it. */
    static String shown(IRI iri) {
        String text = iri.stringValue();
        if (text.startsWith(RR)) {
            return "rr:" + text.substring(RR.length());
        }
        return name(iri) == null ? "<" + text + ">" : "rml:" + iri.getLocalName();
    }

    static String list(Set<String> names) {
        return new TreeSet<>(names)
                .stream().map(name -> "rr:" + name).collect(Collectors.joining(", "));
    }

    static String term(Literal literal) {
        return NTriplesUtil.toNTriplesString(literal);
    }
}
