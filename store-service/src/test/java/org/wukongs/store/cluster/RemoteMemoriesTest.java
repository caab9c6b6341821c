package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RemoteLostException;
import org.wukongs.store.graph.ForwardingMemory;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.OneSidedGraph;
import org.wukongs.store.graph.OneSidedMemory;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.SharedMemoryOffer;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.Expansion;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireWriter;

/** When another node's memory is read, and when it is asked for again. */
class RemoteMemoriesTest {

    private static final long MEMORY_BYTES = 16 << 20;
    private static final int VERTICES = 50_000;
    private static final VersionedOwners.Version VERSION =
            new VersionedOwners(VertexOwners.of(2)).newest();

    @TempDir private Path folder;
    private SharedMemory shared;
    private StoredGraphs stored;
    private RemoteMemories memories;
    private final ReadCounts counts = new ReadCounts();
    private long connection = 1;

    /** The way to the only other node, whose connections are numbered by the test. */
    private final class NumberedPeer implements Peer {

        private final Peer target;

        NumberedPeer(Peer target) {
            this.target = target;
        }

        @Override
        public PendingAnswer send(WireWriter request) {
            return target.send(request);
        }

        @Override
        public long connection() {
            return connection;
        }
    }

    @BeforeEach
    void share() {
        shared = SharedMemory.create(new SharedMemoryOptions(folder, "c", 1), MEMORY_BYTES);
        stored = new StoredGraphs(shared, InsertThreads.ONE);
        TripleBuffer triples = new TripleBuffer();
        for (int v = 0; v < VERTICES; v++) {
            triples.append(TripleModel.vid(v), 1, TripleModel.vid(v));
        }
        StoredGraph graph = stored.graphFor(StreamDefinition.STORED);
        stored.memory().beginSnapshot(1);
        graph.insert(triples);
        stored.memory().publishSnapshot();
        LocalPeer nobody = new LocalPeer(1, () -> null);
        VertexOwners owners = VertexOwners.of(2);
        Members there = new Members(owners, 1, List.of(nobody, nobody));
        ServedNode served =
                new ServedNode(there, stored, new TermDictionary(16), 0, System::nanoTime);
        Peer way = new NumberedPeer(new LocalPeer(0, () -> served));
        Members here = new Members(owners, 0, List.of(nobody, way));
        FabricOptions options =
                new FabricOptions(FabricOptions.Kind.AUTO, new SharedMemoryOptions(folder, "c", 0));
        memories = new RemoteMemories(here, MemoryWays.open(options, null), counts);
    }

    @AfterEach
    void close() {
        memories.close();
        stored.close();
    }

    private InPlace renewed() {
        return memories.renew(VERSION)[1];
    }

    private static void readAll(OneSidedGraph graph) {
        long[] vertices = new long[VERTICES];
        for (int v = 0; v < VERTICES; v++) {
            vertices[v] = TripleModel.vid(v);
        }
        Expansion into = new Expansion();
        graph.expand(vertices, 1, Keys.OUT, into);
        assertThat(into.size()).isEqualTo(VERTICES);
    }

    private boolean read(InPlace memory) {
        return memory.read(StreamDefinition.STORED, 1, RemoteMemoriesTest::readAll);
    }

    /** Writes what no writer writes where the newest graph's head is. */
    private void damage(long newest) throws IOException {
        try (FileChannel file = FileChannel.open(shared.file(), StandardOpenOption.WRITE)) {
            ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            file.write(word.putLong(0, newest), 56);
        }
    }

    @Test
    void aDamagedMemoryIsAskedForOverTheNextConnection() throws IOException {
        InPlace first = renewed();
        assertThat(read(first)).isTrue();
        connection++;
        assertThat(read(first)).as("over another connection").isFalse();
        InPlace second = renewed();
        damage(-8);
        assertThat(read(second)).isFalse();
        assertThat(second.damage()).contains("offset");
        assertThat(memories.fabric(1).text()).startsWith("tcp: offset");
        assertThat(renewed()).as("over the same connection").isNull();
        assertThat(renewed()).isNull();
        connection++;
        InPlace third = renewed();
        assertThat(read(third)).isFalse(); // damaged still
        damage(64);
        connection++; // the next one is there before the damage is seen
        InPlace fourth = renewed();
        assertThat(fourth).isNotNull();
        assertThat(read(fourth)).isTrue();
        assertThat(counts.fallbackCount()).isEqualTo(3);
    }

    /** Nothing of this project does that. The system then has no page for what is read. */
    @Test
    void aFileThatWasMadeShorterIsNotReadAnyLonger() throws IOException {
        InPlace memory = renewed();
        try (FileChannel file = FileChannel.open(shared.file(), StandardOpenOption.WRITE)) {
            long bytes = file.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            file.truncate(bytes - MEMORY_BYTES + 4096);
            assertThat(read(memory)).isFalse();
            file.write(last, bytes - 1); // so that the owner can end
        }
        assertThat(memory.damage()).contains("fault");
        assertThat(renewed()).isNull();
    }

    /** What is checked before it is read may be given up meanwhile. */
    @Test
    void whatIsGivenUpWhileItIsReadDoesNotCount() {
        InPlace memory = renewed();
        List<Runnable> ends = List.of(() -> shared.revoke(0), () -> connection++, shared::close);
        for (Runnable end : ends) {
            assertThat(read(memory)).isTrue();
            boolean counts =
                    memory.read(
                            StreamDefinition.STORED,
                            1,
                            graph -> {
                                readAll(graph);
                                end.run();
                            });
            assertThat(counts).isFalse();
            assertThat(memory.damage()).isNull();
            memory = renewed();
        }
        assertThat(memory).isNull();
    }

    /** It has no triple at that node; that is no reason to ask it. */
    @Test
    void aGraphThatIsNotThereIsEmpty() {
        InPlace memory = renewed();
        assertThat(neighbours(memory, "http://graphs/new", 1)).isZero();
        stored.memory().beginSnapshot(2);
        stored.graphFor("http://graphs/new").add(TripleModel.vid(1), 1, TripleModel.vid(2));
        stored.memory().publishSnapshot();
        assertThat(neighbours(memory, "http://graphs/new", 1)).isZero();
        assertThat(neighbours(memory, "http://graphs/new", 2)).isEqualTo(1);
        assertThat(neighbours(memory, "http://graphs/other", 2)).isZero();
        assertThat(counts.inPlaceCount()).isEqualTo(4);
        assertThat(counts.fallbackCount()).isZero();
    }

    private static int neighbours(InPlace memory, String graph, long sn) {
        Expansion into = new Expansion();
        long[] vertex = {TripleModel.vid(1)};
        assertThat(memory.read(graph, sn, there -> there.expand(vertex, 1, Keys.OUT, into)))
                .isTrue();
        return into.size();
    }

    @Test
    void withoutConnectionNothingIsRead() {
        InPlace memory = renewed();
        connection = Peer.NOT_CONNECTED;
        assertThat(read(memory)).isFalse();
        assertThat(renewed()).isNull();
        assertThat(memories.fabric(1).text()).isEqualTo("tcp: no connection");
        connection = 7;
        assertThat(read(renewed())).isTrue();
    }

    @Test
    void aMemoryThatEndsIsAnErrorOnlyIfMessagesAreNotAllowed() {
        InPlace memory = renewed();
        memories.close();
        assertThat(read(memory)).isFalse();
        assertThat(memory.isUsable()).isFalse();
        shared.close();
        assertThat(renewed()).isNull();
        assertThat(memories.fabric(1).text()).isEqualTo("tcp: the node ends");
        LocalPeer nobody = new LocalPeer(1, () -> null);
        Peer ends =
                new NumberedPeer(
                        new LocalPeer(
                                0,
                                () -> {
                                    throw WukongsException.retriable("nobody answers");
                                }));
        Members here = new Members(VertexOwners.of(2), 0, List.of(nobody, ends));
        FabricOptions only =
                new FabricOptions(FabricOptions.Kind.SHM, new SharedMemoryOptions(folder, "c", 0));
        MemoryWays ways = MemoryWays.open(only, null);
        assertThatThrownBy(() -> new RemoteMemories(here, ways, counts).renew(VERSION))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("messages are not allowed");
    }

    /** The memory of the node over a network that has a limit, and that may be lost. */
    private static final class Network extends ForwardingMemory {

        private boolean isFull;
        private String loss; // null if there is none

        Network(SharedMemoryOffer offer, Path directory) {
            super(mapped(offer, directory));
        }

        @Override
        public boolean enter() {
            return !isFull && super.enter();
        }

        @Override
        public void words(long[] offsets, int count, long[] into) {
            if (loss != null) {
                throw new RemoteLostException(loss);
            }
            super.words(offsets, count, into);
        }
    }

    private InPlace over(Network network, SharedMemoryOffer offer) {
        Peer way = new NumberedPeer(new LocalPeer(0, () -> null));
        OneSidedMemory memory = OneSidedMemory.over(network, offer, FabricCounts.NONE);
        return new InPlace(
                way, connection, new MemoryWays.Opened(memory, new FabricUse("verbs", "")), counts);
    }

    /** A reader that finds no room asks the node; the others go on. */
    @Test
    void aMemoryThatAsManyReadAsCanIsNotLost() {
        SharedMemoryOffer offer = shared.offer(0);
        Network network = new Network(offer, folder);
        InPlace memory = over(network, offer);
        network.isFull = true;
        assertThat(read(memory)).isFalse();
        assertThat(memory.isUsable()).isTrue();
        network.isFull = false;
        assertThat(read(memory)).isTrue();
        memory.close();
        assertThat(read(memory)).isFalse();
        assertThat(memory.isUsable()).isFalse();
        assertThat(memory.damage()).isNull();
    }

    @Test
    void aMemoryThatIsLostSaysWhyItWasFirst() {
        SharedMemoryOffer offer = shared.offer(0);
        Network network = new Network(offer, folder);
        InPlace memory = over(network, offer);
        assertThat(read(memory)).isTrue();
        assertThat(memory.isOffered()).isTrue();
        network.loss = "first";
        boolean isRead =
                memory.read(
                        StreamDefinition.STORED,
                        1,
                        graph -> {
                            assertThat(read(memory)).isFalse();
                            network.loss = "second";
                            readAll(graph);
                        });
        assertThat(isRead).isFalse();
        assertThat(memory.damage()).isEqualTo("first");
        assertThat(memory.isOffered()).isFalse();
        assertThat(memory.isUsable()).isFalse();
        memory.close();
    }
}
