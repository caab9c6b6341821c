package org.wukongs.store.copy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A place in memory that fails as a test says: at random, before or after it has done what it was
 * asked for, and with an object of data of which only a part is there, which no place should do; or
 * as a whole, as a network does; or it does not answer. It may list late. Any thread; objects
 * outlive {@link #close}.
 */
final class MemoryPlace implements Place {

    private final TreeMap<String, byte[]> objects = new TreeMap<>();
    private final TreeMap<String, Long> unlisted = new TreeMap<>(); // put lately
    private final Random random;
    private double failureShare;
    private boolean isGone;
    private boolean isSilent;
    private boolean listsLate;
    private int failureCount;

    MemoryPlace(Random random) {
        this.random = random;
    }

    /** How many requests of a hundred fail, and whether listings lack what was put lately. */
    synchronized void setFaults(int percent, boolean late) {
        failureShare = percent / 100.0;
        listsLate = late;
        unlisted.clear();
    }

    /** Each request fails from now on, or none does. */
    synchronized void setGone(boolean gone) {
        isGone = gone;
    }

    /** A put gets no answer from now on, until it is set again. */
    synchronized void setSilent(boolean silent) {
        isSilent = silent;
        notifyAll();
    }

    synchronized int failureCount() {
        return failureCount;
    }

    synchronized SortedMap<String, byte[]> objects() {
        return new TreeMap<>(objects);
    }

    synchronized void replace(String name, byte[] bytes) {
        objects.put(name, bytes);
    }

    synchronized void remove(String name) {
        objects.remove(name);
    }

    private boolean fails() throws IOException {
        if (isGone) {
            throw new IOException("the place is gone");
        }
        boolean fails = random.nextDouble() < failureShare;
        failureCount += fails ? 1 : 0;
        return fails;
    }

    private void fail() throws IOException {
        throw new IOException("a request failed");
    }

    @Override
    public void put(String name, long count, Content content) throws IOException {
        byte[] bytes;
        try (InputStream in = content.open()) {
            bytes = in.readAllBytes();
        }
        if (bytes.length != count) {
            throw new AssertionError(name + " has " + bytes.length + " of " + count);
        }
        synchronized (this) {
            try {
                while (isSilent) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
            if (!fails()) {
                objects.put(name, bytes);
                unlisted.clear();
                unlisted.put(name, 0L);
                return;
            }
            switch (random.nextInt(3)) {
                case 0 -> objects.put(name, bytes);
                case 1 -> tear(name, bytes);
                default -> {}
            }
            fail();
        }
    }

    /** A manifest is there as a whole or not at all: one that is torn is refused by its name. */
    private void tear(String name, byte[] bytes) {
        if (!ObjectNames.isManifest(name)) {
            objects.put(name, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        }
    }

    @Override
    public synchronized InputStream get(String name) throws IOException {
        if (fails()) {
            fail();
        }
        byte[] bytes = objects.get(name);
        if (bytes == null) {
            throw new NoSuchFileException(name);
        }
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public synchronized SortedMap<String, Long> list(String prefix) throws IOException {
        if (fails()) {
            fail();
        }
        TreeMap<String, Long> found = new TreeMap<>();
        objects.forEach(
                (name, bytes) -> {
                    boolean isListed = !listsLate || !unlisted.containsKey(name);
                    if (name.startsWith(prefix) && isListed) {
                        found.put(name, (long) bytes.length);
                    }
                });
        return found;
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        boolean fails = fails();
        if (!fails || random.nextBoolean()) {
            objects.remove(name);
        }
        if (fails) {
            fail();
        }
    }

    @Override
    public String describe(String name) {
        return "memory:/" + name;
    }

    @Override
    public void close() {
        // Others go on to use it.
    }
}
