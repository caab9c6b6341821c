package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.log.StorageDirectory;

/** Files in memory, for what is written as a checkpoint is and goes elsewhere. One thread. */
final class MemoryStorage implements StorageDirectory {

    private static final int BYTES_MIN = 1 << 12;

    private static final class Content implements File, Input {

        private byte[] bytes = new byte[BYTES_MIN];
        private int length;

        @Override
        public void append(ByteBuffer more) throws IOException {
            long needed = (long) length + more.remaining();
            if (needed > HomesFile.BYTES_MAX) {
                throw new IOException("too large to be in memory: bytes=" + needed);
            }
            if (needed > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(HomesFile.BYTES_MAX, 2 * needed));
            }
            int count = more.remaining();
            more.get(bytes, length, count);
            length += count;
        }

        @Override
        public int read(ByteBuffer into, long offset) {
            int count = (int) Math.min(into.remaining(), length - offset);
            if (count <= 0) {
                return -1;
            }
            into.put(bytes, (int) offset, count);
            return count;
        }

        @Override
        public long lengthBytes() {
            return length;
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    private final Map<String, Content> files = new HashMap<>();

    /** Returns what a file has. */
    byte[] bytes(String name) {
        Content file = files.get(name);
        return Arrays.copyOf(file.bytes, file.length);
    }

    /** Adds a file, whose bytes are not copied. */
    void put(String name, byte[] bytes) {
        Content file = new Content();
        file.bytes = bytes;
        file.length = bytes.length;
        files.put(name, file);
    }

    @Override
    public File create(String name) {
        Content file = new Content();
        files.put(name, file);
        return file;
    }

    @Override
    public Input open(String name) throws IOException {
        Content file = files.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    @Override
    public void syncFile(String name) {}

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public void delete(String name) {
        files.remove(name);
    }

    @Override
    public void rename(String from, String to) {
        files.put(to, files.remove(from));
    }

    @Override
    public void sync() {}

    @Override
    public String describe(String name) {
        return name;
    }
}
