package org.wukongs.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStorageTest {

    @TempDir Path directory;

    private FileStorage storage;

    @BeforeEach
    void open() {
        storage = new FileStorage(directory);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String text() throws IOException {
        return Files.readString(directory.resolve("a"), StandardCharsets.US_ASCII);
    }

    @Test
    void bytesGoOverReservedZerosAndTheRestCanBeCutOff() throws IOException {
        try (StorageDirectory.File file = storage.create("a")) {
            file.append(bytes("one"));
            file.reserve(5);
            assertThat(text()).isEqualTo("one\0\0\0\0\0");
            file.append(bytes("two"));
            file.sync();
            assertThat(text()).isEqualTo("onetwo\0\0");
            file.cutZeros();
        }
        assertThat(text()).isEqualTo("onetwo");
    }

    @Test
    void aFileGrowsBeyondItsZeros() throws IOException {
        try (StorageDirectory.File file = storage.create("a")) {
            file.reserve(1);
            file.append(bytes("three"));
            file.reserve(2);
            assertThat(text()).isEqualTo("three\0\0");
            file.append(bytes("four"));
        }
        assertThat(text()).isEqualTo("threefour");
    }

    /** More than is written at once. */
    @Test
    void manyBytes() throws IOException {
        byte[] many = "0123456789".repeat(60_000).getBytes(StandardCharsets.US_ASCII);
        try (StorageDirectory.File file = storage.create("a")) {
            file.reserve(1 << 19);
            file.append(ByteBuffer.wrap(many));
            file.append(ByteBuffer.wrap(many).position(599_990));
        }
        assertThat(text()).hasSize(600_010).startsWith("0123").endsWith("01234567890123456789");
    }
}
