package org.wukongs.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * A disk in memory that fails as real ones do, driven by a seed. After {@link #crash} a file has
 * what was synced; of what was appended since, nothing, a part that ends at any byte, or some
 * sectors but not others. Zeros that were reserved are still there if they were synced, else it may
 * be. Creations, renames and deletions since the last sync of the directory have happened or not,
 * each for itself. After a failed sync, the operating system takes the bytes for clean, but they
 * may not be on disk. Used by one thread.
 */
public final class FaultyStorage implements StorageDirectory {

    /** Thrown where the machine crashes. Not an exception that the code under test may handle. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    static {
        // thousands of faults would be as many lines
        System.setProperty("org.slf4j.simpleLogger.log.org.wukongs.store.log", "error");
    }

    static final int SECTOR_BYTES = 512;

    private static final long NEVER = Long.MAX_VALUE;

    /** A file as the operating system shows it, and what is on disk of it. */
    private static final class Node {
        byte[] bytes = new byte[256];
        int length;
        byte[] disk = new byte[0];
        int reserved; // the file is at least so long, with zeros after its bytes
        int diskReserved;

        int clean() {
            return disk.length;
        }

        int shownLength() {
            return Math.max(length, reserved);
        }

        byte[] shownBytes() {
            return Arrays.copyOf(bytes, shownLength()); // zeros after its length
        }

        /** Nobody appends to it any more. */
        void put(byte[] all) {
            bytes = all.length == 0 ? new byte[1] : all.clone();
            length = all.length;
            disk = all.clone();
            reserved = 0;
            diskReserved = 0;
        }
    }

    /**
     * A change of the directory; {@code to} is null for a deletion, {@code from} for a creation.
     */
    private record Change(String from, String to, Node node) {}

    private final Random random;
    private final Map<String, Node> shown = new TreeMap<>();
    private Map<String, Node> onDisk = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long operationCount;
    private long reservedCount;
    private long crashAt = NEVER;
    private int crashCount;
    private long roomBytes = NEVER;
    private int writeErrorPercent;
    private int syncErrorPercent;

    public FaultyStorage(Random random) {
        this.random = random;
    }

    // Faults

    /** The machine crashes in an operation: the first one is 1 after this call. */
    public void crashAt(long operation) {
        crashAt = operationCount + operation;
    }

    public long operationCount() {
        return operationCount;
    }

    /** How often files were made longer by zeros. */
    long reservedCount() {
        return reservedCount;
    }

    /** How many more bytes there is room for. */
    public void setRoom(long bytes) {
        roomBytes = bytes;
    }

    public void endOfFaults() {
        roomBytes = NEVER;
        writeErrorPercent = 0;
        syncErrorPercent = 0;
    }

    public void setErrors(int writePercent, int syncPercent) {
        writeErrorPercent = writePercent;
        syncErrorPercent = syncPercent;
    }

    /** The machine has crashed and is up again. */
    public void crash() {
        crashCount++;
        crashAt = NEVER;
        endOfFaults();
        for (Change change : changes) {
            if (random.nextBoolean()) {
                apply(change);
            }
        }
        changes.clear();
        shown.clear();
        onDisk.values().forEach(this::tear);
        shown.putAll(onDisk);
    }

    private void apply(Change change) {
        if (change.from == null) {
            onDisk.put(change.to, change.node);
        } else if (onDisk.get(change.from) == change.node) {
            onDisk.remove(change.from);
            if (change.to != null) {
                onDisk.put(change.to, change.node);
            }
        }
    }

    private void tear(Node node) {
        int clean = node.clean();
        int pending = node.length - clean;
        int kept = pending == 0 ? 0 : random.nextInt(4) * pending / 3;
        if (kept > 0 && random.nextBoolean()) {
            kept = random.nextInt(kept) + 1;
        }
        byte[] after = Arrays.copyOf(node.disk, clean + kept);
        boolean loses = random.nextBoolean();
        copySectors(node.bytes, after, clean, clean + kept, loses ? 50 : 100);
        int reserved = random.nextBoolean() ? node.reserved : node.diskReserved;
        node.put(Arrays.copyOf(after, Math.max(after.length, reserved)));
    }

    /** Copies each sector with a probability. */
    private void copySectors(byte[] from, byte[] to, int begin, int end, int percent) {
        for (int at = begin; at < end; ) {
            int next = Math.min(end, (at / SECTOR_BYTES + 1) * SECTOR_BYTES);
            if (random.nextInt(100) < percent) {
                System.arraycopy(from, at, to, at, next - at);
            }
            at = next;
        }
    }

    /** Inverts a bit, on disk and as it is shown. */
    void flip(String name, int bit) {
        Node node = shown.get(name);
        node.bytes[bit / 8] ^= (byte) (1 << bit % 8);
        node.disk[bit / 8] ^= (byte) (1 << bit % 8);
    }

    byte[] bytes(String name) {
        return shown.get(name).shownBytes();
    }

    /** Makes a file with these bytes, durably. */
    void put(String name, byte[] bytes) {
        Node node = new Node();
        node.put(bytes);
        shown.put(name, node);
        onDisk.put(name, node);
    }

    /** Removes a file, durably. */
    void remove(String name) {
        shown.remove(name);
        onDisk.remove(name);
    }

    /** Returns a copy with everything as it is shown, durably. */
    FaultyStorage copy() {
        FaultyStorage copy = new FaultyStorage(random);
        shown.keySet().forEach(name -> copy.put(name, bytes(name)));
        return copy;
    }

    // The directory

    /** Returns true if the machine crashes in this operation. */
    private boolean operate() {
        return ++operationCount == crashAt;
    }

    private static void crashIf(boolean crashes) {
        if (crashes) {
            throw new Crash();
        }
    }

    @Override
    public File create(String name) throws IOException {
        boolean crashes = operate();
        if (shown.containsKey(name)) {
            throw new FileAlreadyExistsException(name);
        }
        if (roomBytes == 0 && random.nextBoolean()) {
            throw noRoom();
        }
        Node node = new Node();
        shown.put(name, node);
        changes.add(new Change(null, name, node));
        crashIf(crashes);
        return new Appended(node);
    }

    @Override
    public Input open(String name) throws IOException {
        return new Read(node(name));
    }

    private Node node(String name) throws IOException {
        Node node = shown.get(name);
        if (node == null) {
            throw new NoSuchFileException(name);
        }
        return node;
    }

    @Override
    public void syncFile(String name) throws IOException {
        sync(node(name));
    }

    @Override
    public List<String> list() {
        List<String> names = new ArrayList<>(shown.keySet());
        Collections.shuffle(names, random);
        return names;
    }

    @Override
    public void delete(String name) throws IOException {
        boolean crashes = operate();
        changes.add(new Change(name, null, node(name)));
        shown.remove(name);
        crashIf(crashes);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        boolean crashes = operate();
        Node node = node(from);
        changes.add(new Change(from, to, node));
        shown.remove(from);
        shown.put(to, node);
        crashIf(crashes);
    }

    @Override
    public void sync() throws IOException {
        boolean crashes = operate();
        if (random.nextInt(100) < syncErrorPercent) {
            throw new IOException("Input/output error");
        }
        if (!crashes || random.nextBoolean()) {
            onDisk = new HashMap<>(shown);
            changes.clear();
        }
        crashIf(crashes);
    }

    @Override
    public String describe(String name) {
        return "disk/" + name;
    }

    private void sync(Node node) throws IOException {
        boolean crashes = operate();
        boolean fails = random.nextInt(100) < syncErrorPercent;
        if (crashes && random.nextBoolean()) {
            throw new Crash();
        }
        byte[] disk = Arrays.copyOf(node.disk, node.length);
        copySectors(node.bytes, disk, node.clean(), node.length, fails ? 50 : 100);
        node.disk = disk;
        node.diskReserved = fails ? node.diskReserved : node.reserved;
        crashIf(crashes);
        if (fails) {
            throw new IOException("Input/output error");
        }
    }

    private static IOException noRoom() {
        return new IOException("No space left on device");
    }

    /** What a process does with it after the machine has crashed does nothing. */
    private final class Appended implements File {

        private final Node node;
        private final int crashesBefore = crashCount;
        private boolean closed;

        Appended(Node node) {
            this.node = node;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            if (closed) {
                throw new IllegalStateException("appended after it was closed");
            }
            if (isGone()) {
                return;
            }
            write(bytes.remaining(), count -> put(bytes, count));
        }

        /** Writes so many bytes or, if it fails, only some of them. */
        private void write(int count, IntConsumer some) throws IOException {
            boolean crashes = operate();
            boolean fails = random.nextInt(100) < writeErrorPercent;
            int written = (int) Math.min(count, roomBytes);
            if (crashes || fails) {
                written = random.nextInt(written + 1);
            }
            some.accept(written);
            crashIf(crashes);
            if (fails) {
                throw new IOException("Input/output error");
            }
            if (written < count) {
                throw noRoom();
            }
        }

        @Override
        public void reserve(int bytes) throws IOException {
            if (isGone()) {
                return;
            }
            reservedCount++;
            write(bytes, count -> node.reserved = Math.max(node.reserved, node.length + count));
        }

        @Override
        public void cutZeros() throws IOException {
            if (isGone()) {
                return;
            }
            crashIf(operate());
            if (random.nextInt(100) < writeErrorPercent) {
                throw new IOException("Input/output error");
            }
            node.reserved = 0;
        }

        private void put(ByteBuffer bytes, int count) {
            int needed = node.length + count;
            if (needed > node.bytes.length) {
                node.bytes = Arrays.copyOf(node.bytes, 2 * needed);
            }
            bytes.get(node.bytes, node.length, count);
            node.length = needed;
            if (roomBytes != NEVER) {
                roomBytes -= count;
            }
        }

        @Override
        public void sync() throws IOException {
            if (!isGone()) {
                FaultyStorage.this.sync(node);
            }
        }

        private boolean isGone() {
            return crashCount != crashesBefore;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class Read implements Input {

        private final Node node;

        Read(Node node) {
            this.node = node;
        }

        @Override
        public int read(ByteBuffer into, long offset) {
            if (offset >= node.shownLength()) {
                return -1;
            }
            int begin = (int) offset;
            int count = Math.min(into.remaining(), node.shownLength() - begin);
            int copied = Math.min(count, Math.max(0, node.bytes.length - begin));
            into.put(node.bytes, Math.min(begin, node.bytes.length), copied);
            into.put(new byte[count - copied]); // of what was reserved
            return count;
        }

        @Override
        public long lengthBytes() {
            return node.shownLength();
        }

        @Override
        public void close() {}
    }
}
