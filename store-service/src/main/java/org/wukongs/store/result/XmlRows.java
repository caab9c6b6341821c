package org.wukongs.store.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.wukongs.store.result.JsonTerms.ascii;

import java.io.IOException;
import java.util.List;

/** SPARQL Query Results XML. */
final class XmlRows implements RowFormat {

    private static final String HEAD =
            """
            <?xml version='1.0' encoding='UTF-8'?>
            <sparql xmlns='http://www.w3.org/2005/sparql-results#'>
            """;
    private static final byte[] RESULT = ascii("\t\t<result>\n");
    private static final byte[] END_RESULT = ascii("\t\t</result>\n");
    private static final byte[] END_BINDING = ascii("</binding>\n");
    private static final byte[] IRI = ascii("<uri>");
    private static final byte[] END_IRI = ascii("</uri>");
    private static final byte[] BLANK_NODE = ascii("<bnode>");
    private static final byte[] END_BLANK_NODE = ascii("</bnode>");
    private static final byte[] LITERAL = ascii("<literal");
    private static final byte[] LANGUAGE = ascii(" xml:lang='");
    private static final byte[] DATATYPE = ascii(" datatype='");
    private static final byte[] END_LITERAL = ascii("</literal>");

    private final List<String> vars;
    private final byte[][] bindings; // <binding name='…'>
    private final PlainText plain = new PlainText();

    XmlRows(List<String> vars) {
        this.vars = vars;
        this.bindings = new byte[vars.size()][];
        for (int i = 0; i < bindings.length; i++) {
            bindings[i] = ("\t\t\t<binding name='" + vars.get(i) + "'>").getBytes(UTF_8);
        }
    }

    /** Writes a document with the result of ASK. */
    static void putBoolean(boolean value, ByteSink out) throws IOException {
        out.put(HEAD + "\t<head>\n\t</head>\n\t<boolean>" + value + "</boolean>\n</sparql>\n");
    }

    /** Names of variables have only letters and digits, which XML knows. */
    @Override
    public void begin(ByteSink out) throws IOException {
        out.put(HEAD + "\t<head>\n");
        for (String name : vars) {
            out.put("\t\t<variable name='" + name + "'/>\n");
        }
        out.put("\t</head>\n\t<results>\n");
    }

    @Override
    public void beginRow(boolean isFirst, ByteSink out) throws IOException {
        out.put(RESULT);
    }

    @Override
    public void cell(int column, byte[] term, int from, int to, ByteSink out) throws IOException {
        if (from == to) {
            return;
        }
        out.put(bindings[column]);
        switch (term[from]) {
            case '<' -> {
                out.put(IRI);
                putText(term, from + 1, to - 1, out);
                out.put(END_IRI);
            }
            case '_' -> {
                out.put(BLANK_NODE);
                putText(term, from + 2, to, out);
                out.put(END_BLANK_NODE);
            }
            default -> putLiteral(term, from, to, out);
        }
        out.put(END_BINDING);
    }

    private void putLiteral(byte[] term, int from, int to, ByteSink out) throws IOException {
        int quote = Literals.closingQuote(term, from, to);
        out.put(LITERAL);
        if (Literals.hasLanguage(term, quote, to)) {
            out.put(LANGUAGE);
            putText(term, quote + 2, to, out);
            out.put('\'');
        } else if (Literals.hasDatatype(term, quote, to)) {
            out.put(DATATYPE);
            putText(term, quote + Literals.DATATYPE_FROM, to - 1, out);
            out.put('\'');
        }
        out.put('>');
        putText(term, from + 1, quote, out);
        out.put(END_LITERAL);
    }

    /** Writes a text that is right in an element and in an attribute. */
    private void putText(byte[] term, int from, int to, ByteSink out) throws IOException {
        plain.set(term, from, to);
        byte[] bytes = plain.bytes;
        int done = plain.from;
        for (int at = done; at < plain.to; at++) {
            String reference = reference(bytes[at]);
            if (reference != null) {
                out.put(bytes, done, at);
                out.put(reference);
                done = at + 1;
            }
        }
        out.put(bytes, done, plain.to);
    }

    private static String reference(byte b) {
        return switch (b) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '\'' -> "&apos;";
            case '\r' -> "&#xD;"; // XML would read a line feed
            default -> null;
        };
    }

    @Override
    public void endRow(ByteSink out) throws IOException {
        out.put(END_RESULT);
    }

    @Override
    public void end(ByteSink out) throws IOException {
        out.put("\t</results>\n</sparql>\n");
    }
}
