package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.benchmarks.measure.Statements;
import org.wukongs.error.WukongsException;

/**
 * A graph as a plain file, which every engine reads, and the constants that queries may name.
 *
 * @param departments IRIs, in order
 * @param universities IRIs of those that have departments, in order
 */
record LubmData(Path nTriples, List<String> departments, List<String> universities) {

    private static final String TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
    private static final String ONTOLOGY = "<http://swat.cse.lehigh.edu/onto/univ-bench.owl#";
    private static final String DEPARTMENT = ONTOLOGY + "Department>";
    private static final String PART_OF = ONTOLOGY + "subOrganizationOf>";

    /** Reads a plain file; one without departments is a USER error. */
    static LubmData read(Path nTriples) throws IOException {
        Set<String> departments = new TreeSet<>();
        Map<String, String> wholeByPart = new HashMap<>();
        Statements.read(
                nTriples,
                Map.of(
                        PART_OF,
                        wholeByPart::put,
                        TYPE,
                        (thing, type) -> {
                            if (type.equals(DEPARTMENT)) {
                                departments.add(thing);
                            }
                        }));
        Set<String> universities = new TreeSet<>();
        departments.stream()
                .filter(wholeByPart::containsKey)
                .forEach(department -> universities.add(wholeByPart.get(department)));
        if (universities.isEmpty()) {
            throw WukongsException.user(
                    "no departments of universities in it, this is no LUBM graph: file="
                            + nTriples);
        }
        return new LubmData(nTriples, iris(departments), iris(universities));
    }

    /** Without brackets. */
    private static List<String> iris(Set<String> terms) {
        return terms.stream().map(term -> term.substring(1, term.length() - 1)).toList();
    }
}
