package org.wukongs.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A directory of the file system. Any thread; a file is used by one thread at a time. */
public final class FileStorage implements StorageDirectory {

    /**
     * Bytes of a write: the JDK copies what is on the heap to memory that it keeps for each thread.
     */
    private static final int WRITE_BYTES_MAX = 1 << 18;

    private final Path directory;

    /** The directory must exist. */
    public FileStorage(Path directory) {
        this.directory = directory;
    }

    @Override
    public File create(String name) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        directory.resolve(name),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE);
        return new AppendedFile(channel);
    }

    @Override
    public Input open(String name) throws IOException {
        return new ReadFile(FileChannel.open(directory.resolve(name), StandardOpenOption.READ));
    }

    @Override
    public void syncFile(String name) throws IOException {
        try (FileChannel channel =
                FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> paths = Files.list(directory)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public String describe(String name) {
        return directory.resolve(name).toString();
    }

    private static final class AppendedFile implements File {

        private final FileChannel channel;
        private long end; // of what was appended

        AppendedFile(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            end = write(bytes, end);
        }

        @Override
        public void reserve(int bytes) throws IOException {
            write(ByteBuffer.allocate(bytes), end);
        }

        @Override
        public void cutZeros() throws IOException {
            channel.truncate(end);
        }

        private long write(ByteBuffer bytes, long offset) throws IOException {
            long at = offset;
            int limit = bytes.limit();
            while (bytes.position() < limit) {
                bytes.limit(Math.min(limit, bytes.position() + WRITE_BYTES_MAX));
                at += channel.write(bytes, at);
            }
            return at;
        }

        @Override
        public void sync() throws IOException {
            channel.force(false); // a file's length is data, its times are not
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static final class ReadFile implements Input {

        private final FileChannel channel;

        ReadFile(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            return channel.read(into, offset);
        }

        @Override
        public long lengthBytes() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
