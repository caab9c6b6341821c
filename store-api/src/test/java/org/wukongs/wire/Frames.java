package org.wukongs.wire;

import java.util.HexFormat;
import java.util.function.Consumer;

/** Frames in memory. */
final class Frames {

    private Frames() {}

    static byte[] bytes(int type, Consumer<WireWriter> payload) {
        WireWriter writer = new WireWriter();
        payload.accept(writer.begin(type));
        return bytes(writer);
    }

    static byte[] bytes(WireWriter writer) {
        return writer.toBytes();
    }

    static WireReader read(byte[] frame) {
        return WireReader.of(frame, 0);
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] unhex(String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    }
}
