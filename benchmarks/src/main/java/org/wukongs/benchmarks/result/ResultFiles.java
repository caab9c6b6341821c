package org.wukongs.benchmarks.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** JSON files of this module. */
public final class ResultFiles {

    /** Records by their component names, indented: results are read by people and kept in git. */
    public static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private ResultFiles() {}

    /** {@code name-DATE-TIME}, in UTC: what a run's files are called, without an extension. */
    public static String stamped(String name, Instant date) {
        return name + "-" + STAMP.format(date);
    }

    /** Writes {@code value} as JSON; folders that are missing are made. */
    public static void write(Path file, Object value) {
        try {
            Path parent = file.toAbsolutePath().getParent();
            Files.createDirectories(parent);
            Files.writeString(file, JSON.writeValueAsString(value) + "\n");
        } catch (IOException e) {
            throw cannot("write", file, e);
        }
    }

    public static <T> T read(Path file, Class<T> type) {
        try {
            return JSON.readValue(file.toFile(), type);
        } catch (IOException e) {
            throw cannot("read", file, e);
        }
    }

    private static WukongsException cannot(String what, Path file, IOException e) {
        return new WukongsException(
                Category.USER, "cannot " + what + ": file=" + file + " reason=" + e, e);
    }
}
