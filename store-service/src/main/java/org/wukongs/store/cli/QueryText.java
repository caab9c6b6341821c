package org.wukongs.store.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/** A query's text with its source, which errors name. */
record QueryText(String source, String text) {

    private static final int BUFFER_CHARS = 1 << 13;

    static QueryText read(Path file) {
        if (Files.isDirectory(file)) {
            throw WukongsException.user("a directory cannot be read as a file: file=" + file);
        }
        try (Utf8Reader in = new Utf8Reader(Files.newInputStream(file))) {
            return new QueryText(file.toString(), text(in));
        } catch (Utf8Exception e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    String.format(
                            "the query has %s (%s, line %d, column %d)",
                            Utf8Exception.PROBLEM, file, e.line(), e.column()),
                    e);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot read the query: file=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }

    /** Reads until the text is longer than a query may be; the parser refuses it then. */
    private static String text(Utf8Reader in) throws IOException {
        StringWriter text = new StringWriter();
        char[] buffer = new char[BUFFER_CHARS];
        int count = in.read(buffer, 0, buffer.length);
        while (count >= 0 && text.getBuffer().length() <= CsparqlParser.TEXT_CHARS_MAX) {
            text.write(buffer, 0, count);
            count = in.read(buffer, 0, buffer.length);
        }
        return text.toString();
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
