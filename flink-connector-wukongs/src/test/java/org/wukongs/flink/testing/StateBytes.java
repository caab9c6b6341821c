package org.wukongs.flink.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Bytes of checkpointed state as released versions wrote them, in resources {@code state/*.hex}.
 */
public final class StateBytes {

    private StateBytes() {}

    public static byte[] read(String name) throws IOException {
        try (InputStream in = StateBytes.class.getResourceAsStream("/state/" + name + ".hex")) {
            String hex = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(hex.strip());
        }
    }
}
