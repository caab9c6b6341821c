package org.wukongs.naive;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.stream.Tuple;

/**
 * What the newest tuple of each triple says of it; of tuples with the same time, the last counts.
 *
 * @param said true for triples that were added, false for those taken back
 */
record NaiveSaid(Map<NaiveTriple, Boolean> said) {

    static NaiveSaid of(Collection<Tuple> tuples) {
        List<Tuple> ordered =
                tuples.stream().sorted(Comparator.comparingLong(Tuple::eventTimeMs)).toList();
        Map<NaiveTriple, Boolean> said = new LinkedHashMap<>();
        ordered.forEach(tuple -> said.put(NaiveTriple.of(tuple), !tuple.removal()));
        return new NaiveSaid(said);
    }

    boolean has(NaiveTriple triple) {
        return said.getOrDefault(triple, false);
    }

    NaiveGraph added() {
        return NaiveGraph.of(said.keySet().stream().filter(said::get).toList());
    }
}
