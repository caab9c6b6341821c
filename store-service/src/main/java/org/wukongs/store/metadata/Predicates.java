package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.id.Keys;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The predicates of a cluster and their ids, from 1 on; rdf:type is the first one. */
final class Predicates {

    private static final String RDF_TYPE = NTriplesUtil.toNTriplesString(RDF.TYPE);

    private final Map<String, Integer> pids = new HashMap<>();
    private final List<String> terms = new ArrayList<>(); // of pid i at i - 1
    private long chars;

    Predicates() {
        append(RDF_TYPE);
        if (pids.get(RDF_TYPE) != Keys.RDF_TYPE) {
            throw new IllegalStateException("rdf:type is not the first predicate");
        }
    }

    private void append(String term) {
        terms.add(term);
        pids.put(term, terms.size());
        chars += term.length();
    }

    Refused add(Proposal.AddPredicates add) {
        Set<String> unknown = new LinkedHashSet<>(add.terms());
        unknown.removeIf(pids::containsKey);
        long charsAfter = chars + unknown.stream().mapToLong(String::length).sum();
        if (terms.size() + unknown.size() > ClusterLimits.PREDICATE_COUNT_MAX
                || charsAfter > ClusterLimits.PREDICATES_CHARS_MAX) {
            return Refused.of(
                    Refusal.TOO_MANY,
                    "predicateCountMax",
                    ClusterLimits.PREDICATE_COUNT_MAX,
                    "predicatesCharsMax",
                    ClusterLimits.PREDICATES_CHARS_MAX);
        }
        unknown.forEach(this::append);
        return null;
    }

    /** Returns the id of a predicate, 0 if it has none. */
    int pid(String term) {
        return pids.getOrDefault(term, 0);
    }

    /** Returns all predicates in order of their ids, which begin with 1. A view. */
    List<String> terms() {
        return Collections.unmodifiableList(terms);
    }

    void putTo(WireWriter out) {
        out.putStrings(terms);
    }

    static Predicates read(WireReader in) {
        Predicates read = new Predicates();
        List<String> terms = in.getStrings("predicates", ClusterLimits.PREDICATE_COUNT_MAX);
        Refused refused = read.add(new Proposal.AddPredicates(terms));
        if (refused != null || !read.terms.equals(terms)) {
            throw new IllegalArgumentException("not the predicates of a cluster");
        }
        return read;
    }
}
