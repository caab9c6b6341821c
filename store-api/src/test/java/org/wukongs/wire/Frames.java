package org.wukongs.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            writer.writeTo(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static WireReader read(byte[] frame) {
        try {
            WireReader reader = new WireReader();
            if (!reader.readFrom(new DataInputStream(new ByteArrayInputStream(frame)))) {
                throw new IllegalStateException("no frame");
            }
            return reader;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] unhex(String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    }
}
