package org.wukongs.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireWriter;

/** The bytes of segments are pinned; a change of the format needs another version. */
class LogFormatTest {

    private final FaultyStorage disk = new FaultyStorage(new Random(1));

    @Test
    void theBytesOfASegment() {
        WireWriter term = new WireWriter();
        term.begin(9).putString("a");
        LogOptions options = LogOptions.defaults(SyncMode.COMMIT);
        LogWriter writer =
                LogWriter.open(
                        disk,
                        options,
                        0x0102030405060708L,
                        LogEnd.empty(0),
                        out -> out.append(term),
                        () -> 0);
        writer.offer(term.begin(7).putInt(5));
        term.begin(9).putString("a");
        writer.agent().doWork();
        writer.agent().onClose();
        assertThat(disk.list()).containsExactly("log-000000000000000001");
        assertThat(hex(disk.bytes("log-000000000000000001")))
                .isEqualTo(
                        // magic, version, log id, number, first sequence, previous bytes, CRC
                        "574b534c"
                                + "00000001"
                                + "0102030405060708"
                                + "0000000000000001"
                                + "0000000000000001"
                                + "0000000000000000"
                                + "96aa153e"
                                // CRC, durable bytes, sequence, length, type, payload
                                + "b0e90188"
                                + "0000002c"
                                + "8000000000000001"
                                + "00000006"
                                + "09"
                                + "0000000161"
                                + "fdc46259"
                                + "0000002c"
                                + "0000000000000001"
                                + "00000005"
                                + "07"
                                + "00000005"
                                + "81ac957a"
                                + "0000005f"
                                + "8000000000000002"
                                + "00000001"
                                + "00");
    }

    @Test
    void overheadIsSmall() {
        assertThat(LogRecordDescriptor.HEADER_BYTES).isEqualTo(21);
        assertThat(LogSegmentDescriptor.HEADER_BYTES).isEqualTo(44);
    }

    @Test
    void namesOfSegmentsAreThoseOfNumbers() {
        assertThat(LogSegmentDescriptor.number(LogSegmentDescriptor.name(12))).isEqualTo(12);
        assertThat(LogSegmentDescriptor.number("log-12")).isEqualTo(-1);
        assertThat(LogSegmentDescriptor.number("log-000000000000000001.abandoned")).isEqualTo(-1);
    }

    /** The largest record has a segment of its own, and a reader that takes it. */
    @Test
    void recordsOfAnySizeAreTaken() {
        LogWriter writer = LogFiles.writer(disk, SyncMode.COMMIT, LogEnd.empty(0));
        byte[] small = new byte[10];
        byte[] large = new byte[FrameDescriptor.LENGTH_MAX - 1];
        large[large.length - 1] = 1;
        assertThat(writer.offer(LogRun.TYPE_RECORD, small, 0, small.length)).isEqualTo(1);
        assertThat(writer.offer(LogRun.TYPE_RECORD, large, 0, large.length))
                .isEqualTo(LogWriter.FULL);
        writer.agent().doWork();
        assertThat(writer.offer(LogRun.TYPE_RECORD, large, 0, large.length)).isEqualTo(2);
        assertThat(writer.offer(LogRun.TYPE_RECORD, small, 0, small.length))
                .isEqualTo(LogWriter.FULL);
        writer.agent().doWork();
        assertThat(writer.offer(LogRun.TYPE_RECORD, small, 0, small.length)).isEqualTo(3);
        writer.agent().doWork();
        assertThat(writer.durablePosition()).isEqualTo(3);
        assertThat(disk.list()).hasSize(3);
        try (LogReader reader = LogReader.open(disk, LogFiles.LOG_ID, 1)) {
            assertThat(reader.next()).isTrue();
            for (int i = 0; i < large.length - 1; i++) {
                if (reader.record().getByte() != 0) {
                    throw new AssertionError("another byte: index=" + i);
                }
            }
            assertThat(reader.record().getByte()).isEqualTo(1);
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isFalse();
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
