package org.wukongs.table.mapping;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.text.Utf8Reader;

/** Reads R2RML mappings from files and texts in Turtle; errors are USER errors with the place. */
@Internal
public final class MappingFile {

    private MappingFile() {}

    /** The mapping in a file of any file system that Flink knows. */
    public static Mapping read(String file) {
        String facts = "file=" + file;
        byte[] bytes;
        try {
            bytes = bytes(file);
        } catch (IOException | IllegalArgumentException e) {
            String reason = e instanceof IOException io ? IoReason.of(io) : e.getMessage();
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot read the mapping: " + facts + " reason=" + reason,
                    e);
        }
        checkSize(bytes.length, facts);
        return parse(new Utf8Reader(new ByteArrayInputStream(bytes)), facts);
    }

    /** The mapping in a text, the value of the option {@code key}. */
    public static Mapping parse(String key, String text) {
        String facts = "option=" + key;
        checkSize(text.getBytes(StandardCharsets.UTF_8).length, facts);
        return parse(new StringReader(text), facts);
    }

    private static byte[] bytes(String file) throws IOException {
        Path path = new Path(file);
        try (InputStream in = FileSystem.get(path.toUri()).open(path)) {
            return in.readNBytes(MappingLimits.TEXT_BYTES_MAX + 1);
        }
    }

    private static void checkSize(int bytes, String facts) {
        if (bytes > MappingLimits.TEXT_BYTES_MAX) {
            throw WukongsException.user(
                    "a mapping is too long: bytesMax="
                            + MappingLimits.TEXT_BYTES_MAX
                            + " "
                            + facts);
        }
    }

    private static Mapping parse(Reader text, String facts) {
        return new R2rmlReader(MappingGraph.parse(text, facts)).mapping();
    }
}
