package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.ntriples.CharacterClasses;

class BlockReaderTest {

    private static final int RUNS = 2000;
    private static final String ALPHABET = "ab\n\n\r";

    private final Random random = Seeds.random(getClass());
    private final SourceFile file = new SourceFile(0, "G", Path.of("f.nt"), "file:f.nt");

    @Test
    void blocksHoldTheLinesOfTheFile() throws IOException, InterruptedException {
        for (int run = 0; run < RUNS; run++) {
            String text = randomText(random.nextInt(200));
            BlockPool pool = new BlockPool(2, 8 + random.nextInt(40));
            assertThat(lines(text.getBytes(StandardCharsets.UTF_8), pool))
                    .isEqualTo(new BufferedReader(new StringReader(text)).lines().toList());
            assertThat(pool.freeCount()).isEqualTo(2);
        }
    }

    @Test
    void aByteOrderMarkIsDropped() throws IOException, InterruptedException {
        byte[] bytes = "\uFEFFab\n\uFEFFc".getBytes(StandardCharsets.UTF_8);
        assertThat(lines(bytes, new BlockPool(2, 64))).containsExactly("ab", "\uFEFFc");
        assertThat(lines("\uFEFF".getBytes(StandardCharsets.UTF_8), new BlockPool(2, 64)))
                .containsExactly("");
    }

    private String randomText(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    /** As a worker walks through them. */
    private List<String> lines(byte[] bytes, BlockPool pool)
            throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        BlockReader reader = new BlockReader(file, new Trickle(bytes), pool);
        int ordinal = 0;
        for (ByteBlock block = reader.next(); block != null; block = reader.next()) {
            assertThat(block.ordinal()).isEqualTo(ordinal++);
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int at = 0; at < block.length(); ) {
                int end = CharacterClasses.lineEnd(block.bytes(), at);
                line.write(block.bytes(), at, end - at);
                lines.add(line.toString(StandardCharsets.UTF_8));
                line.reset();
                at = CharacterClasses.nextLine(block.bytes(), end);
            }
            pool.giveBack(block.bytes());
        }
        reader.close();
        return lines;
    }

    /** Gives a few bytes at a time. */
    private final class Trickle extends ByteArrayInputStream {

        Trickle(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(20)));
        }
    }
}
