package org.wukongs.store.graph;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.wukongs.store.fabric.Fabric;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.Fabrics;
import org.wukongs.store.fabric.RegionKey;

/**
 * A process whose memory {@link RemoteMemoryContract} reads. It says what is needed to read it, and
 * does what the lines of its input say until that ends.
 */
final class ContractOwner {

    static final long REGION_BYTES = 4 << 20;

    private ContractOwner() {}

    /** Returns what stands at an offset of the region. */
    static long word(long offset) {
        return (offset + 1) * 0x9E3779B97F4A7C15L;
    }

    /** Arguments: directory of shared memory; name and address of a network, if there is one. */
    public static void main(String[] arguments) throws IOException {
        SharedMemoryOptions options = new SharedMemoryOptions(Path.of(arguments[0]), "contract", 1);
        SharedMemory shared = SharedMemory.create(options, REGION_BYTES);
        for (long offset = 0; offset < REGION_BYTES; offset += Long.BYTES) {
            shared.region().putLong(offset, word(offset));
        }
        Fabric network = null;
        String key = "";
        if (arguments.length > 1) {
            network = Fabrics.open(arguments[1], arguments[2], FabricLimits.DEFAULT);
            key = text(shared.shareBy(network));
            network.admit(arguments[2]);
        }
        SharedMemoryOffer offer = shared.offer(0);
        System.out.println(offer.file() + " " + offer.generation() + " " + offer.ticket() + key);
        BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            switch (line) {
                case "revoke" -> shared.revoke(0);
                case "close" -> shared.close();
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println("done");
        }
        if (network != null) {
            network.close();
        }
        shared.close();
        shared.region().close();
    }

    private static String text(RegionKey key) {
        return " %s %d %d %d %s"
                .formatted(
                        key.host(),
                        key.port(),
                        key.address(),
                        key.bytes(),
                        key.keys().stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /** Reads what {@link #main} has said of a network. */
    static RegionKey key(String[] said) {
        return new RegionKey(
                said[3],
                Integer.parseInt(said[4]),
                Long.parseLong(said[5]),
                Long.parseLong(said[6]),
                Arrays.stream(said[7].split(",", -1)).map(Integer::valueOf).toList());
    }
}
