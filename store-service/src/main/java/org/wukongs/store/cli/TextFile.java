package org.wukongs.store.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/** Reads a file of UTF-8 that a command line names. */
final class TextFile {

    private static final int BUFFER_CHARS = 1 << 13;

    private TextFile() {}

    /**
     * Returns the text; of a longer one, somewhat more than {@code charsMax} characters.
     *
     * @param what names the text in errors, such as {@code the query}
     * @throws WukongsException USER if the file cannot be read or is not UTF-8
     */
    static String read(Path file, String what, int charsMax) {
        if (Files.isDirectory(file)) {
            throw WukongsException.user("a directory cannot be read as a file: file=" + file);
        }
        try (Utf8Reader in = new Utf8Reader(Files.newInputStream(file))) {
            return text(in, charsMax);
        } catch (Utf8Exception e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    String.format(
                            "%s: %s (%s, line %d, column %d)",
                            what, Utf8Exception.PROBLEM, file, e.line(), e.column()),
                    e);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot read " + what + ": file=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }

    private static String text(Utf8Reader in, int charsMax) throws IOException {
        StringWriter text = new StringWriter();
        char[] buffer = new char[BUFFER_CHARS];
        int count = in.read(buffer, 0, buffer.length);
        while (count >= 0 && text.getBuffer().length() <= charsMax) {
            text.write(buffer, 0, count);
            count = in.read(buffer, 0, buffer.length);
        }
        return text.toString();
    }
}
