package org.wukongs.store.load;

import java.nio.file.Path;
import java.util.Arrays;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.wukongs.error.WukongsException;

/** A file of a load: what it is, and how many lines its blocks had. */
final class SourceFile {

    private final int ordinal;
    private final String graph;
    private final Path path;
    private final String baseIri;
    private final RDFFormat format;
    private final String blankNodePrefix;

    /** Lines of each block that was parsed to its end. */
    private int[] lineCounts = new int[16];

    /** {@code ordinal} counts the files of a load; a name that says no format is a USER error. */
    SourceFile(int ordinal, String graph, Path path, String baseIri) {
        this(ordinal, graph, path, baseIri, format(path));
    }

    private SourceFile(int ordinal, String graph, Path path, String baseIri, RDFFormat format) {
        this.ordinal = ordinal;
        this.graph = graph;
        this.path = path;
        this.baseIri = baseIri;
        this.format = format;
        this.blankNodePrefix = "_:f" + ordinal + "x";
    }

    /** A file of a stream: lines, that is all that a block's reader asks. */
    static SourceFile stream(Path path) {
        return new SourceFile(0, "", path, "", RDFFormat.NTRIPLES);
    }

    private static RDFFormat format(Path path) {
        return Rio.getParserFormatForFileName(DataFile.plainName(path))
                .orElseThrow(
                        () ->
                                WukongsException.user(
                                        "the file's name says no RDF format, use .nt .nq .ttl"
                                                + " .trig .jsonld .rdf, plain or .gz .zst: file="
                                                + path));
    }

    int ordinal() {
        return ordinal;
    }

    /** Where statements go that name no graph. */
    String graph() {
        return graph;
    }

    Path path() {
        return path;
    }

    String baseIri() {
        return baseIri;
    }

    RDFFormat format() {
        return format;
    }

    /** One statement a line? */
    boolean byLines() {
        return format.equals(RDFFormat.NTRIPLES) || quads();
    }

    boolean quads() {
        return format.equals(RDFFormat.NQUADS);
    }

    /** What makes its blank nodes its own. */
    String blankNodePrefix() {
        return blankNodePrefix;
    }

    synchronized void setLineCount(int block, int count) {
        if (block >= lineCounts.length) {
            lineCounts = Arrays.copyOf(lineCounts, Math.max(block + 1, lineCounts.length * 2));
        }
        lineCounts[block] = count;
    }

    /** Lines of all blocks before {@code block}; they must have been parsed. */
    synchronized long linesBefore(int block) {
        long lines = 0;
        for (int i = 0; i < block; i++) {
            lines += lineCounts[i];
        }
        return lines;
    }
}
