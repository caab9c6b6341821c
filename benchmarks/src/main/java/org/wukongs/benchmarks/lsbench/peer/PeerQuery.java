package org.wukongs.benchmarks.lsbench.peer;

import java.util.regex.Pattern;

/** A C-SPARQL text as SPARQL over named graphs: one a stream, which holds its window. */
final class PeerQuery {

    /** The graph of the stored triples. */
    static final String STORED = "urn:stored";

    private static final Pattern HEADER = Pattern.compile("REGISTER QUERY \\S+ AS");
    private static final Pattern STREAM =
            Pattern.compile("FROM STREAM (<[^>]*>) \\[RANGE 1s STEP 100ms]");

    private PeerQuery() {}

    /** As this project's {@code LsbenchQueries} writes texts; any other is not understood. */
    static String of(String csparql) {
        String body = HEADER.matcher(csparql).replaceFirst("");
        String windows = STREAM.matcher(body).replaceAll("FROM $1 FROM NAMED $1");
        return windows.replace("FROM STORED", "FROM NAMED <" + STORED + ">")
                .replace("GRAPH STORED", "GRAPH <" + STORED + ">");
    }
}
