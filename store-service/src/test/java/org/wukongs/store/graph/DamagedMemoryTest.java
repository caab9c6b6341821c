package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.fabric.RemoteReadException;
import org.wukongs.store.view.Expansion;

/**
 * Flipped bits in a memory that another process reads: its reads end, with an error or with ids
 * that can be, and touch nothing outside of the memory.
 */
class DamagedMemoryTest {

    private static final long BYTES = 1 << 20;
    private static final int VERTICES = 1_500;
    private static final int ROUNDS = 4_000;

    @TempDir private Path folder;
    private final Random random = Seeds.random(getClass());
    private int errorCount;
    private int readCount;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void damageIsAnError() throws IOException {
        SharedMemory shared =
                SharedMemory.create(new SharedMemoryOptions(folder, "damage", 0), BYTES);
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared);
                ReaderEpochs.Reader reader = memory.epochs().newReader()) {
            StoredGraph dense = memory.newGraph("dense");
            StoredGraph sparse = memory.newGraph("sparse");
            fill(dense, VERTICES, 6_000);
            fill(sparse, 3, 300);
            long sn = reader.enter();
            fill(dense, VERTICES, 500); // marks
            fill(sparse, 3, 50);
            SharedMemoryOffer offer = shared.offer(0);
            long used = SharedMemoryDescriptor.HEAD_BYTES + memory.allocator().committedBytes();
            try (FileChannel file =
                    FileChannel.open(
                            offer.file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_WRITE, 0, used);
                for (int round = 0; round < ROUNDS; round++) {
                    damage(bytes, (int) used, offer, sn);
                }
                IoUtil.unmap(bytes);
            }
            reader.leave();
        }
        assertThat(errorCount).as("errors of %s reads", readCount).isGreaterThan(ROUNDS / 4);
        assertThat(readCount - errorCount).isGreaterThan(ROUNDS / 4);
    }

    private void fill(StoredGraph graph, int vertices, int count) {
        TripleBuffer triples = new TripleBuffer();
        for (int i = 0; i < count; i++) {
            int s = random.nextInt(random.nextInt(3) == 0 ? 1 : vertices);
            triples.append(
                    TripleModel.vid(s),
                    1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 3),
                    TripleModel.vid(random.nextInt(VERTICES)));
        }
        graph.insert(triples);
    }

    /** Flips some bits, lets a new reader read everything, and flips them back. */
    private void damage(MappedByteBuffer bytes, int used, SharedMemoryOffer offer, long sn) {
        int count = 1 + random.nextInt(random.nextBoolean() ? 3 : 200);
        int[] places = new int[count];
        byte[] flips = new byte[count];
        for (int i = 0; i < count; i++) {
            places[i] = place(used);
            flips[i] = (byte) (1 << random.nextInt(8));
        }
        OneSidedMemory memory = OneSidedMemory.open(offer, folder);
        try {
            flip(bytes, places, flips);
            memory.enter();
            for (String name : new String[] {"dense", "sparse"}) {
                readAll(memory, name, sn);
            }
            memory.leave();
        } finally {
            flip(bytes, places, flips);
            memory.close();
        }
    }

    /** A place in the head's words, in its sets, or in the region. */
    private int place(int used) {
        return switch (random.nextInt(8)) {
            case 0 -> 40 + random.nextInt(88);
            case 1 -> SharedMemoryDescriptor.set(1) + random.nextInt(4096);
            default ->
                    SharedMemoryDescriptor.HEAD_BYTES
                            + random.nextInt(used - SharedMemoryDescriptor.HEAD_BYTES);
        };
    }

    private static void flip(MappedByteBuffer bytes, int[] places, byte[] flips) {
        for (int i = 0; i < places.length; i++) {
            bytes.put(places[i], (byte) (bytes.get(places[i]) ^ flips[i]));
        }
    }

    private void readAll(OneSidedMemory memory, String name, long sn) {
        long[] vertices = new long[VERTICES];
        long[] objects = new long[VERTICES];
        for (int v = 0; v < VERTICES; v++) {
            vertices[v] = TripleModel.vid(v);
            objects[v] = TripleModel.vid(random.nextInt(VERTICES));
        }
        for (long pid = 1; pid <= 3; pid++) {
            long ofRow = pid;
            for (int direction = 0; direction < 2; direction++) {
                int ofStep = direction;
                read(
                        memory,
                        name,
                        sn,
                        graph -> {
                            Expansion into = new Expansion();
                            graph.expand(vertices, ofRow, ofStep, into);
                            assertIds(into.ids(), into.size());
                        });
            }
            int[] kept = new int[VERTICES];
            read(memory, name, sn, graph -> graph.probe(vertices, ofRow, objects, kept));
            read(memory, name, sn, graph -> graph.probeOf(vertices[0], ofRow, objects, kept));
            long[] keys = {
                Keys.key(vertices[0], pid, Keys.OUT), Keys.key(objects[0], pid, Keys.IN)
            };
            read(
                    memory,
                    name,
                    sn,
                    graph -> {
                        int[] lengths = new int[2];
                        graph.lists(keys, 100, lengths, new long[2][]);
                        graph.page(keys[0], lengths[0], lengths[0] / 2, 1000);
                    });
        }
    }

    private void read(
            OneSidedMemory memory, String name, long sn, Consumer<OneSidedGraph> reading) {
        readCount++;
        try {
            OneSidedGraph graph = memory.graph(name, sn);
            if (graph != null) {
                reading.accept(graph);
            }
        } catch (RemoteReadException e) {
            errorCount++;
        }
    }

    private static void assertIds(long[] ids, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(ids[i]).isBetween(1L, (1L << 46) - 1);
        }
    }
}
