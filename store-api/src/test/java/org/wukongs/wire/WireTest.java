package org.wukongs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
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

    /** Its head promises 100 MB, and a MB comes: that is what it takes. */
    @Test
    void theBufferGrowsWithWhatHasCome() {
        int length = 100_000_000;
        byte[] come = new byte[Integer.BYTES + (1 << 20)];
        ByteBuffer.wrap(come).putInt(length);
        List<Integer> lengths = new ArrayList<>();
        List<Integer> capacities = new ArrayList<>();
        WireReader.Intake intake =
                new WireReader.Intake() {
                    @Override
                    public void begin(int lengthBytes) {
                        lengths.add(lengthBytes);
                    }

                    @Override
                    public void grow(int capacityBytes) {
                        capacities.add(capacityBytes);
                    }
                };
        assertThatThrownBy(() -> new WireReader().readFrom(in(come), intake))
                .isInstanceOf(EOFException.class);
        assertThat(lengths).containsExactly(length);
        assertThat(capacities).containsExactly(1 << 18, 1 << 20, 1 << 22);
    }

    /** A small frame after a large one: the buffer is small again, and has nothing of the old. */
    @Test
    void whatWasLargeIsLetGo() throws IOException {
        long[] many = new long[100_000];
        byte[] large = Frames.bytes(1, out -> out.putLongs(many));
        byte[] small = Frames.bytes(2, out -> out.putString("s"));
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(large);
        both.write(small);
        DataInputStream in = in(both.toByteArray());
        WireReader reader = new WireReader();
        reader.readFrom(in);
        assertThat(reader.getLongs()).hasSize(many.length);
        reader.release();
        assertThatThrownBy(reader::getByte).isInstanceOf(BufferUnderflowException.class);
        reader.readFrom(in);
        assertThat(reader.getString()).isEqualTo("s");
        List<Integer> capacities = new ArrayList<>();
        WireWriter writer = new WireWriter(capacities::add);
        writer.begin(1).putLongs(many);
        writer.release();
        writer.begin(1).putLongs(many);
        assertThat(capacities).hasSize(2);
        assertThat(capacities.get(0)).isGreaterThan(WireWriter.KEPT_BYTES_MAX);
    }

    /** Neither malformed bytes nor half of a surrogate pair become another character. */
    @Test
    void textsAreUnicodeOrNone() {
        byte[][] malformed = {
            {(byte) 0xff},
            {'a', (byte) 0xc3},
            {(byte) 0xc0, (byte) 0x80},
            {(byte) 0xed, (byte) 0xa0, 0}
        };
        for (byte[] bytes : malformed) {
            WireReader reader = Frames.read(Frames.bytes(1, out -> out.putBytes(bytes)));
            assertThatThrownBy(reader::getString)
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("a text is not UTF-8");
        }
        for (String half : List.of("\ud800", "a\udc00b", "\udc00\ud800")) {
            assertThatThrownBy(() -> new WireWriter().begin(1).putString(half))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("half of a surrogate pair");
        }
        String right = "\ufffd \ud83d\ude00";
        assertThat(Frames.read(Frames.bytes(1, out -> out.putString(right))).getString())
                .isEqualTo(right);
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
