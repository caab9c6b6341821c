package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.Internal;

/** Error for a text that is not valid in its format. The message is one line. */
@Internal
public final class BadRdfException extends Exception {

    private static final long serialVersionUID = 1L;

    /** A syntax error quotes the text, perhaps the whole record. */
    private static final int MESSAGE_CHARS_MAX = 300;

    public BadRdfException(String message) {
        super(oneLine(message));
    }

    public BadRdfException(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    private static String oneLine(String message) {
        String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() <= MESSAGE_CHARS_MAX
                ? line
                : line.substring(0, MESSAGE_CHARS_MAX - 1) + "…";
    }
}
