package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.AgentRunner;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.peer.PeerListener;
import org.wukongs.store.peer.PeerWatch;

/** The second node of a {@link FabricGraph}, in a process that ends with its standard input. */
final class FabricOwner {

    private static final String READY = "owner listening on ";

    private FabricOwner() {}

    /** Arguments: directory of shared memory, vertices, token. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        int vertices = Integer.parseInt(arguments[1]);
        PeerWatch watch = new PeerWatch(System::nanoTime);
        SharedMemory shared =
                SharedMemory.create(
                        FabricGraph.sharedMemory(directory, FabricGraph.OWNER),
                        FabricGraph.memoryBytes(vertices));
        AgentRunner watching = FabricGraph.start(watch);
        try (StoredGraphs stored = new StoredGraphs(shared, InsertThreads.ONE)) {
            FabricGraph.fill(stored, FabricGraph.OWNER, FabricGraph.vertices(vertices));
            Members members = FabricGraph.members(FabricGraph.OWNER, new LocalPeer(1, () -> null));
            ServedNode served = FabricGraph.served(members, stored);
            try (PeerListener listener =
                    PeerListener.start(
                            FabricGraph.environment(FabricGraph.OWNER, arguments[2], watch),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            number -> number == FabricGraph.READER ? 0 : -1,
                            number -> number == FabricGraph.READER,
                            served)) {
                System.out.println(READY + listener.address());
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        } finally {
            watching.close();
        }
    }

    /** Starts one; its {@link ChildProcess#ready} is the address. */
    static ChildProcess start(Path folder, Path directory, int vertices, String token)
            throws IOException {
        List<String> command =
                ChildProcess.java(
                        ChildProcess.storeFlags("1g"),
                        FabricOwner.class,
                        directory,
                        vertices,
                        token);
        return ChildProcess.start("owner", folder, command, READY);
    }
}
