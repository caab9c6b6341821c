package org.wukongs.benchmarks.lubm;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
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
    private static final int BUFFER_CHARS = 1 << 16;

    /** Decompresses {@code source} (.nt, .nt.gz or .nt.zst) into {@code folder} and reads it. */
    static LubmData prepare(Path source, Path folder) {
        Path plain = folder.resolve("data.nt");
        Scan scan = new Scan();
        try (BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(open(source), StandardCharsets.UTF_8),
                                BUFFER_CHARS);
                BufferedWriter out = Files.newBufferedWriter(plain)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                scan.line(line);
                out.write(line);
                out.write('\n');
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: file=" + source + " reason=" + e, e);
        }
        return scan.data(source, plain);
    }

    private static InputStream open(Path source) throws IOException {
        String name = source.getFileName().toString();
        if (!name.matches(".*\\.nt(\\.gz|\\.zst)?")) {
            throw WukongsException.user(
                    "only N-Triples files can be measured, use .nt .nt.gz .nt.zst: file=" + source);
        }
        if (!Files.isRegularFile(source)) {
            throw WukongsException.user("no such file: file=" + source);
        }
        InputStream raw = Files.newInputStream(source);
        if (name.endsWith(".gz")) {
            return new GZIPInputStream(raw, BUFFER_CHARS);
        }
        return name.endsWith(".zst") ? new ZstdInputStream(raw) : raw;
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

        LubmData data(Path source, Path plain) {
            TreeSet<String> universities = new TreeSet<>();
            for (String department : departments) {
                if (wholeByPart.containsKey(department)) {
                    universities.add(wholeByPart.get(department));
                }
            }
            if (universities.isEmpty()) {
                throw WukongsException.user(
                        "no departments of universities in it, this is no LUBM graph: file="
                                + source);
            }
            return new LubmData(plain, List.copyOf(departments), List.copyOf(universities));
        }
    }
}
