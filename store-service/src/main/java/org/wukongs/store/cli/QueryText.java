package org.wukongs.store.cli;

import java.nio.file.Path;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.error.WukongsException;

/** A query's text with its source, which errors name. */
record QueryText(String source, String text) {

    /** Reads a file; the parser refuses a text that is longer than a query may be. */
    static QueryText read(Path file) {
        String text = TextFile.read(file, "the query", CsparqlParser.TEXT_CHARS_MAX);
        return new QueryText(file.toString(), text);
    }

    /** Adds the source to an error about this text; a store's error has only a message. */
    WukongsException locate(WukongsException error) {
        String message = error.getMessage();
        int place = message.lastIndexOf("(line ");
        String located =
                place < 0
                        ? message + " (" + source + ")"
                        : message.substring(0, place + 1)
                                + source
                                + ", "
                                + message.substring(place + 1);
        return new WukongsException(error.category(), located, error);
    }
}
