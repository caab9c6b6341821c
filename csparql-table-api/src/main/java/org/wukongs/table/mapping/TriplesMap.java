package org.wukongs.table.mapping;

import java.util.List;

/** How a row gives triples with one subject (R2RML, section 6.1); classes are properties here. */
record TriplesMap(TermMap subject, List<Property> properties) {

    static final String RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

    /** Each predicate with each object; predicates are N-Triples terms. */
    record Property(List<String> predicates, List<TermMap> objects) {}
}
