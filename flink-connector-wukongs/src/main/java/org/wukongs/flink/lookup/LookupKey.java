package org.wukongs.flink.lookup;

import java.util.List;
import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.ParameterizedQuery;

/**
 * A query and the terms of its parameters: what is looked up.
 *
 * @param query always the same object for the same query
 * @param alternatives N-Triples terms of the query's parameters, in their order; the result has the
 *     rows of all alternatives
 */
@Internal
public record LookupKey(ParameterizedQuery query, List<List<String>> alternatives) {

    public LookupKey {
        alternatives = List.copyOf(alternatives);
    }

    /** A key with one alternative. */
    public static LookupKey of(ParameterizedQuery query, List<String> terms) {
        return new LookupKey(query, List.of(List.copyOf(terms)));
    }
}
