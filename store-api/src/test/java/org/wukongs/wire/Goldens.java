package org.wukongs.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Values whose bytes on the wire are pinned. */
final class Goldens {

    /** A type that no message has. */
    static final int TYPE = 0x7f;

    private Goldens() {}

    static <T> void assertGolden(
            T value, BiConsumer<T, WireWriter> put, Function<WireReader, T> get, String hex) {
        byte[] expected = Frames.unhex(hex);
        assertThat(Frames.hex(Frames.bytes(TYPE, out -> put.accept(value, out))))
                .isEqualTo(Frames.hex(expected));
        assertSame(get.apply(Frames.read(expected)), value);
    }

    static void assertSame(Object actual, Object expected) {
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }
}
