package org.wukongs.benchmarks.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** JSON files of this module. */
public final class ResultFiles {

    /** Records by their component names, indented: results are read by people and kept in git. */
    private static final ObjectMapper JSON =
            new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING);

    private ResultFiles() {}

    /** Writes {@code value} as JSON; folders that are missing are made. */
    public static void write(Path file, Object value) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, JSON.writeValueAsString(value) + "\n");
    }

    public static <T> T read(Path file, Class<T> type) throws IOException {
        return JSON.readValue(file.toFile(), type);
    }
}
