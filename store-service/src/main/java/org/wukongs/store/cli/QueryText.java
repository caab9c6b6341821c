package org.wukongs.store.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.error.WukongsException;

/** A query with where it came from, so that errors can say so. */
record QueryText(String source, String text) {

    static QueryText read(Path file) {
        try {
            return new QueryText(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "cannot read the query: file=" + file, e);
        }
    }

    /** A failure of this text, with its source named: from a store it comes as a message only. */
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
