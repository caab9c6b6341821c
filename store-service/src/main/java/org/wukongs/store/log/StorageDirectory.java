package org.wukongs.store.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A directory with files that are only appended to: all that the log asks of a disk, so that a test
 * can put a disk there that fails. Names are those of files in this directory.
 *
 * <p>What a crash of the machine leaves: of a file, the bytes before the last {@link File#sync},
 * and of those after it any part, with zeros for the others; of creations, renames and deletions
 * all before the last {@link #sync}, and of those after it any.
 */
public interface StorageDirectory {

    /** A new file, open for appending. Used by one thread. */
    interface File extends Closeable {

        /** Appends all that remains in {@code bytes}; after an error, any part of it. */
        void append(ByteBuffer bytes) throws IOException;

        /**
         * Makes the file longer by this many zero bytes, over which the next ones are appended: a
         * sync costs less if the file has its length. Zeros that are left stay until {@link
         * #cutZeros}. Here it does nothing.
         */
        default void reserve(int bytes) throws IOException {}

        /** Cuts off the zeros that are left. Nothing can be appended any more. */
        default void cutZeros() throws IOException {}

        /** Returns when everything appended is durable. */
        void sync() throws IOException;
    }

    /** A file that is read. Used by one thread. */
    interface Input extends Closeable {

        /** Reads some bytes at an offset, one or more; returns how many, -1 at the end. */
        int read(ByteBuffer into, long offset) throws IOException;

        long lengthBytes() throws IOException;
    }

    /** Creates a file. There must not be one of this name. */
    File create(String name) throws IOException;

    Input open(String name) throws IOException;

    /** Makes what a file has durable, whoever has written it. */
    void syncFile(String name) throws IOException;

    /** Returns the names of all files, in no order. */
    List<String> list() throws IOException;

    void delete(String name) throws IOException;

    /** Renames a file, which replaces one of the new name. */
    void rename(String from, String to) throws IOException;

    /** Makes creations, renames and deletions durable. */
    void sync() throws IOException;

    /** Returns a file's name for messages. */
    String describe(String name);
}
