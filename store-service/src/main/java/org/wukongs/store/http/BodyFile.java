package org.wukongs.store.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The body of a request as a file, for the loader of files. */
final class BodyFile implements AutoCloseable {

    private static final String PREFIX = "wukongs-body-";

    private final Path path;

    /** {@code ending} tells the loader the format. */
    BodyFile(byte[] body, String ending) {
        try {
            path = Files.createTempFile(PREFIX, ending);
            Files.write(path, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    /** Returns a message without the name of the file, which means nothing to a client. */
    static String unnamed(String message) {
        return message.replaceAll("[^\\s(]*" + PREFIX + "[^\\s,)]*", "body");
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
