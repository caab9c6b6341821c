package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.flink.testing.StateBytes;
import org.wukongs.stream.MessageId;

/** Checkpoints of version 1 are out there: they must stay readable for ever. */
final class SinkSerializersTest {

    private static final MessageId POSITION = new MessageId(7, 2, 777);
    private static final int RANDOM_COUNT = 100;

    private final WriterStateSerializer states = new WriterStateSerializer();
    private final WriterCommittableSerializer committables = new WriterCommittableSerializer();

    @Test
    void writerBytes() throws IOException {
        WriterState state = new WriterState(POSITION, 13);
        assertThat(states.getVersion()).isEqualTo(1);
        assertThat(states.deserialize(1, StateBytes.read("sink-writer-v1"))).isEqualTo(state);
        assertThat(states.serialize(state)).isEqualTo(StateBytes.read("sink-writer-v1"));
    }

    @Test
    void committableBytes() throws IOException {
        WriterCommittable committable = new WriterCommittable(POSITION);
        byte[] bytes = StateBytes.read("sink-committable-v1");
        assertThat(committables.getVersion()).isEqualTo(1);
        assertThat(committables.deserialize(1, bytes)).isEqualTo(committable);
        assertThat(committables.serialize(committable)).isEqualTo(bytes);
    }

    @Test
    void anyValueThereAndBack() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < RANDOM_COUNT; i++) {
            MessageId position =
                    new MessageId(
                            random.nextLong(Long.MAX_VALUE),
                            random.nextInt(Integer.MAX_VALUE),
                            random.nextLong(Long.MAX_VALUE));
            WriterState state = new WriterState(position, random.nextLong());
            assertThat(states.deserialize(1, states.serialize(state))).isEqualTo(state);
            WriterCommittable committable = new WriterCommittable(position);
            assertThat(committables.deserialize(1, committables.serialize(committable)))
                    .isEqualTo(committable);
        }
    }

    @Test
    void otherVersionsAndLengthsAreErrors() throws IOException {
        byte[] state = StateBytes.read("sink-writer-v1");
        byte[] committable = StateBytes.read("sink-committable-v1");
        assertThatThrownBy(() -> states.deserialize(2, state))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=2");
        assertThatThrownBy(() -> committables.deserialize(0, committable))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=0");
        assertThatThrownBy(() -> states.deserialize(1, committable))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bytes=20 expected=28");
        byte[] cut = Arrays.copyOf(committable, committable.length - 1);
        assertThatThrownBy(() -> committables.deserialize(1, cut)).isInstanceOf(IOException.class);
    }
}
