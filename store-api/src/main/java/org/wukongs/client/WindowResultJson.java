package org.wukongs.client;

import java.util.List;
import org.wukongs.ntriples.TermText;

/**
 * Writes a {@link WindowResult} as one line of NDJSON: rows as SPARQL 1.1 JSON terms, {@code
 * "boolean"} for ASK, {@code "triples"} (an N-Triples document) for a graph. The line neither
 * contains nor ends with a line break.
 */
public final class WindowResultJson {

    private static final String XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private WindowResultJson() {}

    public static String toLine(WindowResult result) {
        StringBuilder out =
                new StringBuilder(128 + 96 * result.rows().size() * result.vars().size());
        append(out, result);
        return out.toString();
    }

    public static void append(StringBuilder out, WindowResult result) {
        out.append("{\"query\": ");
        appendString(out, result.query());
        out.append(", \"windowEnd\": ").append(result.windowEndMs());
        out.append(", \"sn\": ").append(result.snapshot());
        switch (result.form()) {
            case ASK -> out.append(", \"boolean\": ").append(!result.rows().isEmpty());
            case GRAPH -> {
                out.append(", \"triples\": ");
                appendString(out, triples(result.rows()));
            }
            case SELECT -> appendSolutions(out, result);
        }
        out.append('}');
    }

    /** Appends a term (an N-Triples string) as a SPARQL JSON term; {@code null} as JSON's null. */
    public static void appendTerm(StringBuilder out, String term) {
        if (term == null) {
            out.append("null");
        } else if (term.length() > 2
                && term.charAt(0) == '<'
                && term.charAt(term.length() - 1) == '>') {
            out.append("{\"type\":\"uri\",\"value\":");
            appendString(out, TermText.unescape(term, 1, term.length() - 1));
            out.append('}');
        } else if (term.length() > 2 && term.startsWith("_:")) {
            out.append("{\"type\":\"bnode\",\"value\":");
            appendString(out, term.substring(2));
            out.append('}');
        } else if (term.startsWith("\"")) {
            appendLiteral(out, term);
        } else {
            throw TermText.malformed(term);
        }
    }

    /**
     * Appends {@code value} as a JSON string; half of a surrogate pair is escaped, so that the line
     * is always valid UTF-8.
     */
    public static void appendString(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20 || (Character.isSurrogate(c) && !paired(value, i))) {
                        appendHex(out, c);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static void appendSolutions(StringBuilder out, WindowResult result) {
        out.append(", \"vars\": [");
        for (int i = 0; i < result.vars().size(); i++) {
            out.append(i == 0 ? "" : ",");
            appendString(out, result.vars().get(i));
        }
        out.append("], \"rows\": [");
        for (int i = 0; i < result.rows().size(); i++) {
            out.append(i == 0 ? "[" : ",[");
            String[] row = result.rows().get(i);
            for (int j = 0; j < row.length; j++) {
                out.append(j == 0 ? "" : ",");
                appendTerm(out, row[j]);
            }
            out.append(']');
        }
        out.append(']');
    }

    private static void appendLiteral(StringBuilder out, String term) {
        int end = TermText.closingQuote(term);
        out.append("{\"type\":\"literal\",\"value\":");
        appendString(out, TermText.unescape(term, 1, end));
        String suffix = term.substring(end + 1);
        if (suffix.startsWith("@") && suffix.length() > 1) {
            out.append(",\"xml:lang\":");
            appendString(out, suffix.substring(1));
        } else if (suffix.startsWith("^^<") && suffix.length() > 4 && suffix.endsWith(">")) {
            String datatype = TermText.unescape(suffix, 3, suffix.length() - 1);
            if (!datatype.equals(XSD_STRING)) {
                out.append(",\"datatype\":");
                appendString(out, datatype);
            }
        } else if (!suffix.isEmpty()) {
            throw TermText.malformed(term);
        }
        out.append('}');
    }

    private static String triples(List<String[]> rows) {
        StringBuilder out = new StringBuilder(96 * rows.size());
        for (String[] row : rows) {
            out.append(row[0]).append(' ').append(row[1]).append(' ').append(row[2]).append(" .\n");
        }
        return out.toString();
    }

    private static boolean paired(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }

    private static void appendHex(StringBuilder out, char c) {
        out.append("\\u")
                .append(HEX[c >> 12])
                .append(HEX[c >> 8 & 15])
                .append(HEX[c >> 4 & 15])
                .append(HEX[c & 15]);
    }
}
