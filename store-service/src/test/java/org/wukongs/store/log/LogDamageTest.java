package org.wukongs.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.log.LogFiles.Read;
import org.wukongs.store.log.UnusableLogException.Kind;

/** Whatever is not as it was written is named, or is the end of a log that was not acknowledged. */
class LogDamageTest {

    private static final int RECORDS = 60;

    private final Random random = Seeds.random(LogDamageTest.class);
    private final FaultyStorage disk = new FaultyStorage(random);

    /** Writes records; returns the last segment. */
    private String write(boolean closes) {
        LogWriter writer = LogFiles.writer(disk, SyncMode.COMMIT, LogEnd.empty(0));
        LogFiles.append(writer, RECORDS, random);
        if (closes) {
            writer.agent().onClose();
        }
        return LogFiles.name(writer.metrics().segmentNumber());
    }

    private static List<Long> positions(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void eachBitOfAClosedLogIsChecked() {
        String last = write(true);
        int markOffset = disk.bytes(last).length - LogRecordDescriptor.HEADER_BYTES;
        int flips = 0;
        for (String name : disk.list()) {
            int length = disk.bytes(name).length;
            for (int bit = 0; bit < 8 * length; bit++) {
                FaultyStorage damaged = disk.copy();
                damaged.flip(name, bit);
                boolean isMark = name.equals(last) && bit / 8 >= markOffset;
                if (bit / 8 >= recordsEnd(name)) {
                    assertThat(LogFiles.read(damaged, 0).positions())
                            .isEqualTo(positions(1, RECORDS));
                } else if (isMark) {
                    // the mark is no record: without it the log is as after a crash
                    assertTorn(LogFiles.read(damaged, 0), RECORDS);
                } else {
                    assertDamaged(damaged, name, bit / 8);
                }
                flips++;
            }
        }
        System.out.println("LogDamageTest: flips=" + flips);
    }

    /** Where a segment ends: nothing counts of what it has after that. */
    private int recordsEnd(String name) {
        String next = LogFiles.name(LogSegmentDescriptor.number(name) + 1);
        return disk.list().contains(next)
                ? (int)
                        LogSegmentDescriptor.decode(ByteBuffer.wrap(disk.bytes(next)))
                                .previousBytes()
                : disk.bytes(name).length;
    }

    /** A header that is damaged may be that of the log, its version or the log's id. */
    private static void assertDamaged(FaultyStorage damaged, String name, int offset) {
        Read read = LogFiles.readToDamage(damaged, 0);
        UnusableLogException e = read.damage();
        if (e == null) {
            throw new AssertionError("not noticed: file=" + name + " offset=" + offset);
        }
        boolean isNear = e.offset() <= offset || e.offset() < LogSegmentDescriptor.HEADER_BYTES;
        if (!e.file().equals("disk/" + name) || e.kind() != Kind.DAMAGED || !isNear) {
            throw new AssertionError("at " + name + " " + offset, e);
        }
        assertThat(read.positions()).isEqualTo(positions(1, read.positions().size()));
    }

    private static void assertTorn(Read read, int position) {
        assertThat(read.positions()).isEqualTo(positions(1, position));
        assertThat(read.end().torn()).isNotNull();
    }

    /**
     * Only damage to the last group that was synced cannot be told from a write that was cut off.
     */
    @Test
    void damageBeforeTheLastGroupIsNoticedWithoutAMark() {
        write(false);
        LogEnd end = LogFiles.read(disk, 0).end();
        String last = LogFiles.name(end.segmentNumber());
        int length = disk.bytes(last).length;
        LogWriter writer = LogFiles.writer(disk, SyncMode.COMMIT, end);
        writer.agent().doWork();
        for (int at = LogSegmentDescriptor.HEADER_BYTES; at < length; at++) {
            FaultyStorage damaged = disk.copy();
            damaged.flip(last, 8 * at + random.nextInt(8));
            if (at < end.segmentBytes()) {
                assertDamaged(damaged, last, at); // the next segment says what was durable
            } else {
                assertThat(LogFiles.read(damaged, 0).positions())
                        .as("read from where it was written again")
                        .isEqualTo(positions(1, RECORDS));
            }
        }
    }

    @Test
    void segmentsThatAreMissingAreNoticed() {
        String last = write(true);
        for (String name : disk.list()) {
            FaultyStorage damaged = disk.copy();
            damaged.remove(name);
            if (name.equals(last)) {
                assertThat(LogFiles.read(damaged, 0).end().position()).isLessThan(RECORDS);
            } else {
                assertThatThrownBy(() -> LogFiles.read(damaged, 0))
                        .isInstanceOf(UnusableLogException.class)
                        .hasMessageContaining("missing");
            }
        }
    }

    @Test
    void segmentsThatAreTruncatedAreNoticed() {
        write(true);
        byte[] bytes = disk.bytes(LogFiles.name(2));
        for (int length = 0; length < recordsEnd(LogFiles.name(2)); length++) {
            disk.put(LogFiles.name(2), Arrays.copyOf(bytes, length));
            int from = length;
            assertThatThrownBy(() -> LogFiles.read(disk, 0))
                    .isInstanceOfSatisfying(
                            UnusableLogException.class,
                            e -> assertThat(e.offset()).isLessThanOrEqualTo(from));
        }
    }

    @Test
    void recordsOfAnotherSegmentAreNone() {
        write(true);
        byte[] second = disk.bytes(LogFiles.name(2));
        byte[] third = disk.bytes(LogFiles.name(3));
        int header = LogSegmentDescriptor.HEADER_BYTES;
        System.arraycopy(
                second, header, third, header, Math.min(second.length, third.length) - header);
        disk.put(LogFiles.name(3), third);
        assertThatThrownBy(() -> LogFiles.read(disk, 0)).hasMessageContaining("what=CRC");
    }

    @Test
    void anotherLogAndAnotherFormatAreRefused() {
        write(true);
        assertThatThrownBy(() -> LogReader.open(disk, 78, 0))
                .isInstanceOfSatisfying(
                        UnusableLogException.class,
                        e -> assertThat(e.kind()).isEqualTo(Kind.OTHER_LOG));
        byte[] bytes = disk.bytes(LogFiles.name(1));
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.putInt(LogSegmentDescriptor.VERSION_OFFSET, 2);
        header.putInt(LogSegmentDescriptor.CRC_OFFSET, LogSegmentDescriptor.crc(header));
        disk.put(LogFiles.name(1), bytes);
        assertThatThrownBy(() -> LogReader.open(disk, LogFiles.LOG_ID, 0))
                .isInstanceOfSatisfying(
                        UnusableLogException.class,
                        e -> assertThat(e.kind()).isEqualTo(Kind.OTHER_FORMAT))
                .hasMessageContaining("expected=1 found=2");
    }

    /** So one knows how much of the log may be kept. */
    @Test
    void everythingBeforeTheDamageIsRead() {
        write(true);
        for (String name : disk.list()) {
            FaultyStorage damaged = disk.copy();
            damaged.flip(name, 8 * random.nextInt(LogSegmentDescriptor.HEADER_BYTES));
            byte[] header = disk.bytes(name);
            long first =
                    ByteBuffer.wrap(header).getLong(LogSegmentDescriptor.FIRST_SEQUENCE_OFFSET);
            Read read = LogFiles.readToDamage(damaged, 0);
            assertThat(read.damage()).isNotNull();
            assertThat(read.positions()).isEqualTo(positions(1, first - 1));
        }
    }

    @Test
    void aLogThatBeginsAfterThePositionIsRefused() {
        write(true);
        disk.remove(LogFiles.name(1));
        assertThatThrownBy(() -> LogFiles.read(disk, 0))
                .hasMessageContaining("older segments are missing");
        Read later = LogFiles.read(disk, 30);
        assertThat(later.positions()).isEqualTo(positions(31, RECORDS));
        FaultyStorage empty = new FaultyStorage(random);
        assertThatThrownBy(() -> LogFiles.read(empty, 1))
                .hasMessageContaining("a segment is missing");
        assertThat(LogFiles.read(empty, 0).end()).isEqualTo(LogEnd.empty(0));
    }

    /**
     * Bytes of any kind are refused or end the log, soon and without memory for what they claim.
     */
    @Test
    void hostileBytesAreRefused() {
        write(true);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            FaultyStorage hostile = disk.copy();
            String name = LogFiles.name(1 + random.nextInt(disk.list().size()));
            hostile.put(name, hostile(disk.bytes(name)));
            Read read = LogFiles.readToDamage(hostile, random.nextInt(3) * 10L);
            refused += read.damage() == null ? 0 : 1;
        }
        assertThat(refused).isGreaterThan(10_000);
    }

    /** Bytes with changes; the CRC of a changed header is right in half of the cases. */
    private byte[] hostile(byte[] bytes) {
        byte[] changed = Arrays.copyOf(bytes, bytes.length + random.nextInt(3) * 20);
        int changes = random.nextInt(8);
        for (int i = 0; i <= changes; i++) {
            int at = random.nextInt(changed.length);
            switch (random.nextInt(3)) {
                case 0 -> changed[at] = (byte) random.nextInt();
                case 1 -> {
                    int to = at + random.nextInt(changed.length - at);
                    Arrays.fill(changed, at, to, (byte) random.nextInt());
                }
                default -> {
                    int length = Math.min(Long.BYTES, changed.length - at);
                    for (int k = 0; k < length; k++) {
                        changed[at + k] = (byte) (random.nextBoolean() ? 0x7F : 0xFF);
                    }
                }
            }
        }
        if (random.nextBoolean()) {
            ByteBuffer header = ByteBuffer.wrap(changed);
            header.putInt(LogSegmentDescriptor.MAGIC_OFFSET, LogSegmentDescriptor.MAGIC);
            header.putInt(LogSegmentDescriptor.VERSION_OFFSET, LogSegmentDescriptor.VERSION);
            header.putLong(LogSegmentDescriptor.LOG_ID_OFFSET, LogFiles.LOG_ID);
            header.putInt(LogSegmentDescriptor.CRC_OFFSET, LogSegmentDescriptor.crc(header));
        }
        return changed;
    }
}
