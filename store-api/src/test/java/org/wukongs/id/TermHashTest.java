package org.wukongs.id;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;

class TermHashTest {

    private static long hash(String term) {
        byte[] utf8 = term.getBytes(UTF_8);
        return TermHash.of(utf8, 0, utf8.length);
    }

    /** Published values of XXH64 with seed 0, below and above one stripe of 32 bytes. */
    @Test
    void isXxh64() {
        assertThat(hash("")).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(hash("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(hash("abc")).isEqualTo(0x44BC2CF5AD770999L);
        assertThat(hash("Nobody inspects the spammish repetition")).isEqualTo(0xFBCEA83C8A378BF1L);
    }

    @Test
    void doesNotDependOnThePlace() {
        Random random = Seeds.random(getClass());
        for (int length = 0; length < 200; length++) {
            byte[] bytes = new byte[length + 20];
            random.nextBytes(bytes);
            byte[] moved = new byte[bytes.length + 7];
            System.arraycopy(bytes, 0, moved, 7, bytes.length);
            assertThat(TermHash.xxh64(moved, 17, 17 + length))
                    .isEqualTo(TermHash.xxh64(bytes, 10, 10 + length));
        }
    }

    @Test
    void languageTagsHashWithoutCase() {
        assertThat(hash("\"A@B\"@EN-gb")).isEqualTo(hash("\"A@B\"@en-GB"));
        assertThat(hash("\"A\"@en")).isNotEqualTo(hash("\"a\"@en"));
        assertThat(hash("\"a@EN\"")).isNotEqualTo(hash("\"a@en\""));
        assertThat(hash("_:b@EN")).isNotEqualTo(hash("_:b@en"));
        assertThat(hash("<http://x/@EN>")).isNotEqualTo(hash("<http://x/@en>"));
    }
}
