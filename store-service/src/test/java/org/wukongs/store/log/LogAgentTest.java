package org.wukongs.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.wukongs.wire.WireWriter;

/** When records are written, acknowledged and written again. */
class LogAgentTest {

    private static final long PAUSE_NS = 100;
    private static final int BUFFER_BYTES = 1000;
    private static final byte[] PAYLOAD = new byte[50];

    private final FaultyStorage disk = new FaultyStorage(new Random(5));
    private int segmentBytes = 100_000;
    private Preamble preamble = Preamble.NONE;
    private long nowNs;
    private LogWriter writer;

    @BeforeEach
    void open() {
        open(SyncMode.COMMIT);
    }

    private void open(SyncMode mode) {
        open(mode, LogEnd.empty(0));
    }

    private void open(SyncMode mode, LogEnd end) {
        writer =
                LogWriter.open(
                        disk,
                        new LogOptions(mode, segmentBytes, BUFFER_BYTES, PAUSE_NS),
                        LogFiles.LOG_ID,
                        end,
                        preamble,
                        () -> nowNs);
    }

    private LogEnd read() {
        try (LogReader reader = LogReader.open(disk, LogFiles.LOG_ID, 0)) {
            while (reader.next()) {}
            return reader.end();
        }
    }

    private long offer() {
        return writer.offer(LogRun.TYPE_RECORD, PAYLOAD, 0, PAYLOAD.length);
    }

    private void work() {
        writer.agent().doWork();
    }

    /** Offers until the buffer is full; returns how many there was room for. */
    private int fill() {
        int count = 0;
        while (offer() != LogWriter.FULL) {
            count++;
        }
        return count;
    }

    private void assertPositions(long written, long durable) {
        assertThat(writer.writtenPosition()).isEqualTo(written);
        assertThat(writer.durablePosition()).isEqualTo(durable);
    }

    @Test
    void aCommitIsDurableWithItsGroup() {
        work();
        offer();
        offer();
        assertPositions(0, 0);
        work();
        assertPositions(2, 2);
        assertThat(writer.metrics().groupCount()).isEqualTo(1);
        assertThat(writer.metrics().syncCount()).isEqualTo(1);
    }

    @Test
    void aBarrierMakesDurableWhatWasOfferedBeforeIt() {
        open(SyncMode.BARRIER);
        offer();
        work();
        assertPositions(1, 0);
        offer();
        writer.requestSync();
        work();
        assertPositions(2, 2);
        offer();
        work();
        assertPositions(3, 2);
    }

    /** The zeros after the records are no torn write, whether the process is killed or ends. */
    @Test
    void aSegmentIsLongerThanItsRecordsUntilTheLogIsClosed() {
        work();
        for (int i = 0; i < 50; i++) {
            offer();
            work();
            assertThat(disk.bytes(LogFiles.name(1)).length).isEqualTo(segmentBytes);
        }
        assertThat(disk.reservedCount()).isEqualTo(1);
        LogEnd killed = read();
        assertThat(killed.torn()).isNull();
        assertThat(killed.position()).isEqualTo(50);
        writer.agent().onClose();
        assertThat(read().position()).isEqualTo(50);
        int mark = LogRecordDescriptor.HEADER_BYTES;
        assertThat(disk.bytes(LogFiles.name(1)).length).isEqualTo(segmentBytes(50) + mark);
    }

    /** Zeros would be as much to write as the records. */
    @Test
    void aSegmentOfLargeGroupsHasNoZeros() {
        segmentBytes = 4_000;
        open(SyncMode.COMMIT);
        int count = fill();
        work();
        assertThat(disk.reservedCount()).isZero();
        assertThat(disk.bytes(LogFiles.name(1)).length).isEqualTo(segmentBytes(count));
    }

    private static int segmentBytes(int records) {
        int recordBytes = LogRecordDescriptor.HEADER_BYTES + PAYLOAD.length;
        return LogSegmentDescriptor.HEADER_BYTES + records * recordBytes;
    }

    @Test
    void aSegmentHasNoZerosIfOnlyTheSystemSyncs() {
        open(SyncMode.SYSTEM);
        offer();
        work();
        assertThat(disk.reservedCount()).isZero();
    }

    /** Otherwise nothing would make room before the next barrier. */
    @Test
    void aFullBufferIsMadeDurableWithoutABarrier() {
        open(SyncMode.BARRIER);
        fill();
        work();
        assertThat(writer.durablePosition()).isEqualTo(writer.position());
        assertThat(offer()).isPositive();
    }

    @Test
    void theOperatingSystemMakesDurableWhatNobodySyncs() {
        open(SyncMode.SYSTEM);
        for (int i = 0; i < 100; i++) {
            assertThat(offer()).isPositive();
            writer.requestSync();
            work();
        }
        assertPositions(100, 0);
        assertThat(writer.metrics().syncCount()).isZero();
        assertThat(writer.trustedPosition()).isEqualTo(100);
    }

    @Test
    void aFullDiskIsBackPressureUntilThereIsRoom() {
        offer();
        work();
        disk.setRoom(30);
        nowNs = 7;
        int waiting = fill();
        assertThat(waiting).isBetween(10, BUFFER_BYTES / PAYLOAD.length);
        work();
        assertThat(writer.stall()).isEqualTo(new LogStall("No space left on device", 7));
        assertPositions(1, 1);
        assertThat(offer()).isEqualTo(LogWriter.FULL);
        long operations = disk.operationCount();
        work();
        assertThat(disk.operationCount()).as("pauses").isEqualTo(operations);
        nowNs += PAUSE_NS;
        work();
        assertThat(disk.operationCount()).as("tries again").isGreaterThan(operations);
        assertThat(writer.metrics().failureCount()).isEqualTo(2);
        assertThat(writer.stall().sinceNs()).isEqualTo(7);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertThat(writer.stall()).isNull();
        assertPositions(1 + waiting, 1 + waiting);
        assertThat(offer()).isEqualTo(2 + waiting);
    }

    /** A disk that is full for long does not get a file with each attempt. */
    @Test
    void attemptsLeaveNoFiles() {
        offer();
        work();
        offer();
        disk.setErrors(100, 0);
        for (int i = 0; i < 50; i++) {
            nowNs += PAUSE_NS;
            work();
        }
        assertThat(disk.list().size()).isLessThanOrEqualTo(2);
        assertPositions(1, 1);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertPositions(2, 2);
    }

    /** The operating system says after a failed sync that all is on disk. It is not believed. */
    @Test
    void whatASyncHasFailedForIsWrittenAgainElsewhere() {
        work();
        offer();
        disk.setErrors(0, 100);
        work();
        assertPositions(1, 0);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertPositions(1, 1);
        offer();
        disk.setErrors(0, 100);
        work();
        assertPositions(2, 1);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertPositions(2, 2);
        disk.crash();
        assertThat(disk.list()).hasSize(2);
        assertThat(read().position()).isEqualTo(2);
        assertThat(read().torn()).isNull();
    }

    /** The next process reads what is not on disk, and nothing tells it so but the log itself. */
    @Test
    void whatAKilledProcessMayNotHaveOnDiskIsWrittenAgain() {
        offer();
        work();
        offer();
        disk.setErrors(0, 100);
        work();
        assertPositions(2, 1);
        disk.endOfFaults();
        LogEnd end = read();
        assertThat(end.position()).isEqualTo(2);
        assertThat(end.certainPosition()).isEqualTo(1);
        open(SyncMode.COMMIT, end);
        assertPositions(2, 1);
        disk.setErrors(0, 100);
        work();
        assertPositions(2, 1);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertPositions(2, 2);
        disk.crash();
        assertThat(read().position()).isEqualTo(2);
    }

    @Test
    void whatOnlyTheOperatingSystemHadIsWrittenAgain() {
        open(SyncMode.SYSTEM);
        int count = fill();
        work();
        LogEnd end = read();
        assertThat(end.position()).isEqualTo(count);
        assertThat(end.certainPosition()).isZero();
        open(SyncMode.COMMIT, end);
        offer();
        work();
        assertPositions(count + 1, count + 1);
        disk.crash();
        assertThat(read().position()).isEqualTo(count + 1);
    }

    @Test
    void aCleanEndIsCertain() {
        offer();
        writer.agent().onClose();
        assertThat(read().uncertain()).isNull();
    }

    @Test
    void aSnapshotDoesNotCountBeforeItsLog() {
        offer();
        assertThatThrownBy(() -> writer.truncateBefore(1))
                .isInstanceOf(IllegalArgumentException.class);
        work();
        assertThat(writer.truncateBefore(1)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void memoryIsUsedAgain(SyncMode mode) {
        open(mode);
        int room = fill();
        work();
        for (int i = 0; i < 1000; i++) {
            assertThat(fill()).isEqualTo(room);
            work();
            assertThat(writer.trustedPosition()).isEqualTo(writer.position());
        }
    }

    /** A request that had room appends all of its records, and nobody else has room meanwhile. */
    @Test
    void aRequestAppendsBeyondTheRoomUpToALimit() {
        WireWriter record = new WireWriter();
        record.begin(LogRun.TYPE_RECORD).putBytes(new byte[BUFFER_BYTES / 2]); // has its own chunk
        assertThat(writer.hasRoom()).isTrue();
        for (int i = 1; i <= LogBuffer.EXTRA_CHUNKS; i++) {
            assertThat(writer.append(record)).isEqualTo(i);
        }
        assertThat(writer.hasRoom()).isFalse();
        assertThat(offer()).isEqualTo(LogWriter.FULL);
        work();
        assertPositions(LogBuffer.EXTRA_CHUNKS, LogBuffer.EXTRA_CHUNKS);
        assertThat(writer.hasRoom()).isTrue();
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 2 * LogBuffer.EXTRA_CHUNKS; i++) {
                                writer.append(record);
                            }
                        })
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void preamblesTakeRoomUntilTheyAreDurable() {
        WireWriter terms = new WireWriter();
        terms.begin(LogRun.TYPE_TERMS).putBytes(new byte[BUFFER_BYTES / 3]);
        preamble = out -> out.append(terms);
        open(SyncMode.BARRIER);
        int room = fill();
        writer.requestSync();
        work();
        offer();
        work();
        assertThat(fill()).isBetween(1, room - BUFFER_BYTES / 3 / PAYLOAD.length);
        work();
        assertThat(fill()).isEqualTo(room);
    }

    /** What has to be kept need not wait for a record that names it. */
    @Test
    void aPreambleThatIsAskedForIsDurableWithoutRecords() {
        WireWriter terms = new WireWriter();
        terms.begin(LogRun.TYPE_TERMS).putBytes(new byte[20]);
        preamble = out -> out.append(terms);
        open(SyncMode.BARRIER);
        work();
        long request = writer.requestPreamble();
        disk.setErrors(0, 100);
        work();
        assertThat(writer.preambles()).isLessThan(request);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertThat(writer.preambles()).isEqualTo(request);
        disk.crash();
        assertThat(preambleCount()).isPositive();
        LogEnd end = read();
        assertThat(end.position()).isZero();
        open(SyncMode.BARRIER, end);
        work();
        offer();
        writer.requestSync();
        work();
        assertPositions(1, 1);
        assertThat(read().position()).isEqualTo(1);
    }

    private int preambleCount() {
        int count = 0;
        try (LogReader reader = LogReader.open(disk, LogFiles.LOG_ID, 0)) {
            while (reader.next()) {
                count += reader.isPreamble() ? 1 : 0;
            }
        }
        return count;
    }

    /** What a segment of the mode SYSTEM has is not written again when the next one fails. */
    @Test
    void whatIsTrustedIsNotWrittenTwice() {
        offerToThreeSegments();
        disk.setRoom(400); // the second of three segments is cut off
        assertThatItGoesOn();
    }

    /**
     * What the operating system was given is gone from memory, so it is what the log goes on from.
     */
    @Test
    void aFailedSyncDoesNotRepeatWhatWasOnlyWritten() {
        offerToThreeSegments();
        disk.setErrors(0, 100);
        assertThatItGoesOn();
    }

    private void offerToThreeSegments() {
        segmentBytes = 250;
        open(SyncMode.SYSTEM);
        work();
        for (int i = 0; i < 8; i++) {
            offer();
        }
    }

    private void assertThatItGoesOn() {
        work();
        assertThat(writer.stall()).isNotNull();
        assertThat(writer.trustedPosition()).isBetween(1L, 7L);
        disk.endOfFaults();
        nowNs += PAUSE_NS;
        work();
        assertPositions(8, 0);
        writer.agent().onClose();
        assertThat(read().position()).isEqualTo(8);
    }
}
