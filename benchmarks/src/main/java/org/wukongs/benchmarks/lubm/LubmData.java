package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * A graph as a plain file, which every engine reads, and the constants that queries may name.
 *
 * @param departments IRIs, in order
 * @param universities IRIs of those that have departments, in order
 */
record LubmData(Path nTriples, List<String> departments, List<String> universities) {

    private static final Pattern IRIS =
            Pattern.compile("<([^>]*)>\\s*<([^>]*)>\\s*<([^>]*)>\\s*\\..*");

    private static final String ONTOLOGY = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";
    private static final String DEPARTMENT = ONTOLOGY + "Department";
    private static final String PART_OF = ONTOLOGY + "subOrganizationOf";

    /** Reads a plain file; one without departments is a USER error. */
    static LubmData read(Path nTriples) {
        Scan scan = new Scan();
        try (Stream<String> lines = Files.lines(nTriples)) {
            lines.forEach(scan::line);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: file=" + nTriples + " reason=" + e, e);
        }
        return scan.data(nTriples);
    }

    /** Collects departments and what they are part of. */
    private static final class Scan {

        private final TreeSet<String> departments = new TreeSet<>();
        private final Map<String, String> wholeByPart = new HashMap<>();

        void line(String line) {
            if (!line.contains(DEPARTMENT) && !line.contains(PART_OF)) {
                return;
            }
            Matcher triple = IRIS.matcher(line);
            if (!triple.matches()) {
                return;
            }
            if (triple.group(3).equals(DEPARTMENT)) {
                departments.add(triple.group(1));
            } else if (triple.group(2).equals(PART_OF)) {
                wholeByPart.put(triple.group(1), triple.group(3));
            }
        }

        LubmData data(Path nTriples) {
            TreeSet<String> universities = new TreeSet<>();
            for (String department : departments) {
                if (wholeByPart.containsKey(department)) {
                    universities.add(wholeByPart.get(department));
                }
            }
            if (universities.isEmpty()) {
                throw WukongsException.user(
                        "no departments of universities in it, this is no LUBM graph: file="
                                + nTriples);
            }
            return new LubmData(nTriples, List.copyOf(departments), List.copyOf(universities));
        }
    }
}
