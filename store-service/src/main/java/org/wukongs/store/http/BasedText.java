package org.wukongs.store.http;

import java.util.function.Function;
import org.wukongs.csparql.CsparqlSyntaxException;

/** SPARQL text whose relative IRIs are relative to the endpoint, unless the text has a BASE. */
record BasedText(String base, String text) {

    /** Lines of the BASE before the text, subtracted from the line of an error. */
    private static final int LINES_BEFORE_TEXT = 1;

    /** Gives the text with its base to {@code reader}; places in errors are those of the text. */
    <T> T read(Function<String, T> reader) {
        try {
            return reader.apply("BASE <" + base + ">\n" + text);
        } catch (CsparqlSyntaxException e) {
            String place = " (line " + e.line() + ", column " + e.column() + ")";
            String what = e.getMessage().substring(0, e.getMessage().length() - place.length());
            int line = e.line() - LINES_BEFORE_TEXT;
            throw new CsparqlSyntaxException(what, Math.max(1, line), line < 1 ? 1 : e.column());
        }
    }
}
