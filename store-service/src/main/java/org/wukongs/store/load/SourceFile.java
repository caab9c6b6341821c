package org.wukongs.store.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.wukongs.error.WukongsException;
import org.wukongs.id.TermHash;

/** A file of a load, with its format and the line counts of its blocks. */
final class SourceFile {

    /** Two of a million files have the same prefix with a probability of 1 in 500. */
    private static final int DIGEST_DIGITS = 12;

    private final int ordinal;
    private final String graph;
    private final Path path;
    private final String baseIri;
    private final RDFFormat format;
    private final String blankNodePrefix;

    /** Line counts of the blocks that were parsed to their end. */
    private int[] lineCounts = new int[16];

    /**
     * {@code ordinal} is the number of the file in the load; a name without a known format is a
     * USER error.
     */
    SourceFile(int ordinal, String graph, Path path, String baseIri) {
        this(ordinal, graph, path, baseIri, format(path), blankNodePrefix(path));
    }

    private SourceFile(
            int ordinal,
            String graph,
            Path path,
            String baseIri,
            RDFFormat format,
            String blankNodePrefix) {
        this.ordinal = ordinal;
        this.graph = graph;
        this.path = path;
        this.baseIri = baseIri;
        this.format = format;
        this.blankNodePrefix = blankNodePrefix;
    }

    /** Returns a stream file; a block reader needs only its lines. */
    static SourceFile stream(Path path) {
        return new SourceFile(0, "", path, "", RDFFormat.NTRIPLES, "_:");
    }

    /**
     * Returns a prefix of the file as it is now: loaded again it has the same blank nodes, but it
     * shares none with another file, nor with what the file was before it was changed.
     */
    static String blankNodePrefix(Path path) {
        String version = "";
        try {
            version = Files.size(path) + " " + Files.getLastModifiedTime(path).toMillis();
        } catch (IOException e) {
            // Whoever opens the file says so.
        }
        byte[] name = (DataFile.uri(path) + " " + version).getBytes(StandardCharsets.UTF_8);
        String digest =
                HexFormat.of().toHexDigits(TermHash.of(name, 0, name.length), DIGEST_DIGITS);
        return "_:f" + digest + "x";
    }

    private static RDFFormat format(Path path) {
        return Rio.getParserFormatForFileName(DataFile.plainName(path))
                .orElseThrow(
                        () ->
                                WukongsException.user(
                                        "no RDF format in the file's name, use .nt .nq .ttl .trig"
                                                + " .jsonld .rdf, plain or .gz .zst: file="
                                                + path));
    }

    int ordinal() {
        return ordinal;
    }

    /** Returns the graph of statements that name none. */
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

    /** Returns true if the format has one statement per line. */
    boolean byLines() {
        return format.equals(RDFFormat.NTRIPLES) || quads();
    }

    boolean quads() {
        return format.equals(RDFFormat.NQUADS);
    }

    /** Returns the prefix that distinguishes the file's blank nodes. */
    String blankNodePrefix() {
        return blankNodePrefix;
    }

    synchronized void setLineCount(int block, int count) {
        if (block >= lineCounts.length) {
            lineCounts = Arrays.copyOf(lineCounts, Math.max(block + 1, lineCounts.length * 2));
        }
        lineCounts[block] = count;
    }

    /**
     * Returns the number of lines in all blocks before {@code block}, which must have been parsed.
     */
    synchronized long linesBefore(int block) {
        long lines = 0;
        for (int i = 0; i < block; i++) {
            lines += lineCounts[i];
        }
        return lines;
    }
}
