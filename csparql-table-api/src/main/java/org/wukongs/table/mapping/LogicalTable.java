package org.wukongs.table.mapping;

import static org.wukongs.table.mapping.Vocabulary.REFERENCE_FORMULATION;
import static org.wukongs.table.mapping.Vocabulary.SOURCE;
import static org.wukongs.table.mapping.Vocabulary.TABLE_NAME;

import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.table.mapping.MappingGraph.Statement;

/**
 * The one logical table of a mapping. It is the table that has the mapping, so its name in the
 * mapping may be any, but all triples maps must give the same.
 */
final class LogicalTable {

    static final Set<String> PROPERTIES = Set.of(TABLE_NAME, SOURCE, REFERENCE_FORMULATION);

    /** How references name columns: in others, such as JSONPath, they are expressions. */
    private static final Set<String> FORMULATIONS =
            Set.of(
                    "http://semweb.mmlab.be/ns/ql#CSV",
                    "http://w3id.org/rml/CSV",
                    "http://w3id.org/rml/SQL2008Table");

    private Value name; // null before the first

    void check(MappingNode node) {
        Statement named = node.exactlyOne(Set.of(TABLE_NAME, SOURCE));
        if (named.object() instanceof BNode) {
            throw node.graph().place(named).error("must be a string or an IRI");
        }
        if (name != null && !name.equals(named.object())) {
            throw node.graph()
                    .place(named)
                    .error(
                            "a mapping has one logical table, and another is named "
                                    + MappingGraph.shown(name));
        }
        name = named.object();
        for (Statement formulation : node.all(REFERENCE_FORMULATION)) {
            if (!FORMULATIONS.contains(formulation.object().stringValue())) {
                throw node.graph()
                        .place(formulation)
                        .error("references must be names of columns, as with ql:CSV");
            }
        }
    }
}
