package org.wukongs.store.copy;

import java.io.IOException;
import java.io.InputStream;
import java.util.SortedMap;

/**
 * A place for objects outside of the machine: all that a copy asks of it, so that a test can put
 * one there that fails. Names are relative, with {@code /}. An object is there as a whole or not at
 * all. What was put before a call of {@link #list} or {@link #get} is seen by it, whoever has put
 * it. Used by one thread.
 */
public interface Place extends AutoCloseable {

    /** What an object is to contain. */
    @FunctionalInterface
    interface Content {

        /** Opens it; called once an attempt. */
        InputStream open() throws IOException;
    }

    /**
     * Puts an object, which replaces one of the same name; returns when it is durable.
     *
     * @param bytes of the content
     */
    void put(String name, long bytes, Content content) throws IOException;

    /**
     * Opens an object.
     *
     * @throws java.nio.file.NoSuchFileException if there is none of this name
     */
    InputStream get(String name) throws IOException;

    /** Returns the names that begin with a prefix, and the bytes of each. */
    SortedMap<String, Long> list(String prefix) throws IOException;

    /** Deletes an object, if there is one. */
    void delete(String name) throws IOException;

    /** Returns an object's name for messages; that of the place for an empty one. */
    String describe(String name);

    @Override
    void close();
}
