package org.wukongs.store.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.StorageDirectory;

/** A directory on a disk that a test fills up. Any thread. */
public final class FillingStorage implements StorageDirectory {

    private final StorageDirectory files;
    private volatile boolean isFull;

    public FillingStorage(Path directory) {
        files = new FileStorage(directory);
    }

    public void setFull(boolean full) {
        isFull = full;
    }

    private void checkRoom() throws IOException {
        if (isFull) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public File create(String name) throws IOException {
        checkRoom();
        File file = files.create(name);
        return new File() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                checkRoom();
                file.append(bytes);
            }

            @Override
            public void reserve(int bytes) throws IOException {
                checkRoom();
                file.reserve(bytes);
            }

            @Override
            public void sync() throws IOException {
                file.sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    @Override
    public Input open(String name) throws IOException {
        return files.open(name);
    }

    @Override
    public void syncFile(String name) throws IOException {
        files.syncFile(name);
    }

    @Override
    public List<String> list() throws IOException {
        return files.list();
    }

    @Override
    public void delete(String name) throws IOException {
        files.delete(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        files.rename(from, to);
    }

    @Override
    public void sync() throws IOException {
        files.sync();
    }

    @Override
    public String describe(String name) {
        return files.describe(name);
    }
}
