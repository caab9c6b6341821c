package org.wukongs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.Seeds;
import org.wukongs.error.WukongsException;

/** Frames: how they are cut, and that broken ones are found. */
class WireTest {

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void framesFollowEachOther() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WireWriter writer = new WireWriter();
        writer.begin(1).putString("a long one, then a short one").putDouble(-0.5);
        writer.writeTo(out);
        writer.begin(MessageType.STATUS);
        writer.writeTo(out);
        DataInputStream in = in(out.toByteArray());
        WireReader reader = new WireReader();
        assertThat(reader.readFrom(in)).isTrue();
        assertThat(reader.type()).isEqualTo(1);
        assertThat(reader.getString()).isEqualTo("a long one, then a short one");
        assertThat(reader.getDouble()).isEqualTo(-0.5);
        assertThat(reader.readFrom(in)).isTrue();
        assertThat(reader.type()).isEqualTo(15);
        assertThatThrownBy(reader::getByte)
                .as("not the old frame's bytes")
                .isInstanceOf(BufferUnderflowException.class);
        assertThat(reader.readFrom(in)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, FrameDescriptor.LENGTH_MAX + 1})
    void aLengthThatNoFrameHas(int length) {
        byte[] bytes = {
            (byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length, 0
        };
        assertThatThrownBy(() -> new WireReader().readFrom(in(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessage("not a frame: length=" + length);
    }

    @Test
    void aFrameCutShort() {
        byte[] bytes = Frames.bytes(1, out -> out.putLong(7));
        for (int length = 4; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> new WireReader().readFrom(in(cut)))
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void nothingIsReadBeyondAFrame() {
        WireReader reader = Frames.read(Frames.bytes(1, out -> out.putInt(Integer.MAX_VALUE)));
        assertThatThrownBy(reader::getString).isInstanceOf(BufferUnderflowException.class);
        WireReader longs = Frames.read(Frames.bytes(1, out -> out.putInt(1).putInt(0)));
        assertThatThrownBy(longs::getLongs).isInstanceOf(BufferUnderflowException.class);
        WireReader negative = Frames.read(Frames.bytes(1, out -> out.putInt(-1)));
        assertThatThrownBy(negative::getLongs).isInstanceOf(BufferUnderflowException.class);
        WireReader list = Frames.read(Frames.bytes(1, out -> out.putInt(1 << 30)));
        assertThatThrownBy(list::getStrings).isInstanceOf(BufferUnderflowException.class);
    }

    /**
     * Random frames never make a reader ask for more than they hold, whatever is read from them.
     */
    @Test
    void randomFramesEndInOrder() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 20_000; i++) {
            byte[] payload = new byte[random.nextInt(40)];
            random.nextBytes(payload);
            for (int j = 0; j < payload.length; j++) {
                payload[j] = random.nextBoolean() ? 0 : payload[j];
            }
            WireReader reader =
                    Frames.read(
                            Frames.bytes(
                                    0,
                                    out -> {
                                        for (byte b : payload) {
                                            out.putByte(b);
                                        }
                                    }));
            try {
                switch (random.nextInt(4)) {
                    case 0 -> Codecs.encodedBatch(reader);
                    case 1 -> Codecs.storeStatus(reader);
                    case 2 -> reader.getStrings();
                    default -> reader.getList(WireReader::getLongs);
                }
            } catch (BufferUnderflowException e) {
                assertThat(payload.length).isLessThan(40);
            }
        }
    }

    @Test
    void aMessageTooLargeIsAUserErrorAndTheWriterGoesOn() {
        WireWriter writer = new WireWriter();
        long[] big = new long[FrameDescriptor.LENGTH_MAX / Long.BYTES / 2];
        writer.begin(1).putLongs(big);
        assertThatThrownBy(() -> writer.putLongs(big))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("a message is too large")
                .satisfies(
                        e ->
                                assertThat(((WukongsException) e).category())
                                        .isEqualTo(WukongsException.Category.USER));
        writer.begin(2).putInt(3);
        assertThat(Frames.hex(Frames.bytes(writer))).isEqualTo("000000050200000003");
    }

    @Test
    void theBufferGrowsWithWhatIsPut() {
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            strings.add("string " + i);
        }
        byte[] frame = Frames.bytes(1, out -> out.putStrings(strings).putBoolean(true));
        WireReader reader = Frames.read(frame);
        assertThat(reader.getStrings()).isEqualTo(strings);
        assertThat(reader.getBoolean()).isTrue();
    }
}
