package org.wukongs.benchmarks.lsbench.data;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The stored triples once more under other names: every IRI of the network's own things gets the
 * copy's number; vocabulary, literals and what belongs to others stay. So a copy has the same shape
 * and meets neither the original nor the streams.
 */
public final class StoredCopy {

    private static final String BASE = "<http://www.ins.cwi.nl/sib/";
    private static final Pattern OWN = Pattern.compile(BASE + "(?!vocabulary/)");

    private StoredCopy() {}

    /** Writes copy {@code number} of {@code source} into {@code target}. */
    public static void write(Path source, int number, Path target) throws IOException {
        String prefix = BASE + "copy" + number + "/";
        try (BufferedReader in = Files.newBufferedReader(source);
                BufferedWriter out = Files.newBufferedWriter(target)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(renamed(line, prefix) + "\n");
            }
        }
    }

    static String renamed(String line, String prefix) {
        return OWN.matcher(line).replaceAll(prefix);
    }
}
