package org.wukongs.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {

    /** The examples of FIPS 180-2, B.1, and of the empty message. */
    @Test
    void hashesAreThoseOfTheStandard() {
        assertThat(Sha256.of("abc")).hasSize(Sha256.BYTES);
        assertThat(HexFormat.of().formatHex(Sha256.of("abc")))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(HexFormat.of().formatHex(Sha256.of(new byte[0])))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
