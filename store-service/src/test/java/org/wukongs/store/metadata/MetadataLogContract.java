package org.wukongs.store.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;

/**
 * What each {@link MetadataLog} promises. Each test has a log of its own, which is empty at first.
 */
public abstract class MetadataLogContract {

    /** Opens the test's log. The caller closes it. */
    protected abstract MetadataLog open(MetadataPoint from);

    /** Kills what the log runs on, and brings it back. Open logs may be of no use afterwards. */
    protected abstract void crash();

    /** Returns true if more than one log may be open at a time. */
    protected abstract boolean isShared();

    private Random random() {
        return Seeds.random(getClass());
    }

    private MetadataLog open() {
        return open(MetadataPoint.START);
    }

    protected static byte[] record(Random random, int bytes) {
        byte[] record = new byte[bytes];
        random.nextBytes(record);
        return record;
    }

    protected static void append(MetadataLog log, byte[] record) {
        Waits.await(() -> log.append(record));
    }

    /** Reads so many records. */
    protected static List<MetadataLog.Entry> read(MetadataLog log, int count) {
        List<MetadataLog.Entry> entries = new ArrayList<>();
        long before = log.position();
        while (entries.size() < count) {
            MetadataLog.Entry entry = log.poll();
            if (entry != null) {
                assertThat(entry.position()).isGreaterThan(before);
                before = entry.position();
                entries.add(entry);
            }
        }
        return entries;
    }

    private static void assertSame(List<MetadataLog.Entry> found, List<byte[]> expected) {
        assertThat(found).hasSize(expected.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i).bytes()).as("record=" + i).isEqualTo(expected.get(i));
        }
    }

    /** Appends records of many sizes, and reads them. */
    private List<MetadataLog.Entry> fill(MetadataLog log, int count) {
        Random random = random();
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(record(random, i % 5 == 0 ? random.nextInt(100_000) : i));
        }
        assertThat(log.poll()).isNull(); // what was there has been read
        records.forEach(record -> append(log, record));
        List<MetadataLog.Entry> entries = read(log, count);
        assertSame(entries, records);
        return entries;
    }

    @Test
    void anEmptyLogHasNothing() {
        try (MetadataLog log = open()) {
            assertThat(log.poll()).isNull();
            assertThat(log.position()).isZero();
            assertThat(log.endPosition()).isZero();
            assertThat(log.stall()).isNull();
        }
    }

    @Test
    void recordsComeInOrderEachOnce() {
        try (MetadataLog log = open()) {
            List<MetadataLog.Entry> entries = fill(log, 40);
            assertThat(log.poll()).isNull();
            long last = entries.get(entries.size() - 1).position();
            assertThat(log.position()).isEqualTo(last);
            assertThat(log.endPosition()).isEqualTo(last);
        }
    }

    @Test
    void aReaderBeginsAnywhere() {
        String identity;
        List<MetadataLog.Entry> entries;
        try (MetadataLog log = open()) {
            identity = log.identity();
            entries = fill(log, 10);
        }
        for (int from = 0; from <= entries.size(); from++) {
            long position = from == 0 ? 0 : entries.get(from - 1).position();
            try (MetadataLog log = open(new MetadataPoint(identity, position))) {
                assertThat(log.position()).isEqualTo(position);
                assertThat(log.endPosition()).isEqualTo(entries.get(9).position());
                assertAsBefore(read(log, entries.size() - from), entries, from);
                assertThat(log.poll()).isNull();
            }
        }
    }

    private static void assertAsBefore(
            List<MetadataLog.Entry> found, List<MetadataLog.Entry> before, int from) {
        for (int i = 0; i < found.size(); i++) {
            MetadataLog.Entry expected = before.get(from + i);
            assertThat(found.get(i).position()).isEqualTo(expected.position());
            assertThat(found.get(i).bytes()).isEqualTo(expected.bytes());
        }
    }

    @Test
    void whatWasReadSurvivesACrash() {
        List<MetadataLog.Entry> entries;
        String identity;
        try (MetadataLog log = open()) {
            identity = log.identity();
            entries = new ArrayList<>(fill(log, 20));
            append(log, new byte[] {1});
            crash();
        }
        try (MetadataLog log = open(new MetadataPoint(identity, 0))) {
            assertAsBefore(read(log, entries.size()), entries, 0);
            // The record that nobody has read may be there or not.
            byte[] mark = record(random(), 77);
            for (MetadataLog.Entry next = log.poll(); next != null; next = log.poll()) {
                assertThat(next.bytes()).isEqualTo(new byte[] {1});
            }
            append(log, mark);
            List<MetadataLog.Entry> last = read(log, 1);
            if (last.get(0).bytes().length == 1) {
                last = read(log, 1);
            }
            assertThat(last.get(0).bytes()).isEqualTo(mark);
        }
    }

    @Test
    void theLargestRecordFits() {
        byte[] largest = record(random(), MetadataLog.RECORD_BYTES_MAX);
        try (MetadataLog log = open()) {
            assertThat(log.poll()).isNull();
            append(log, largest);
            append(log, new byte[0]);
            assertSame(read(log, 2), List.of(largest, new byte[0]));
            assertThatThrownBy(() -> log.append(new byte[MetadataLog.RECORD_BYTES_MAX + 1]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anAppendedRecordIsACopy() {
        try (MetadataLog log = open()) {
            assertThat(log.poll()).isNull();
            byte[] record = {1, 2, 3};
            append(log, record);
            record[0] = 9;
            assertThat(read(log, 1).get(0).bytes()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void anotherLogIsRefused() {
        assertFails(
                Category.USER,
                "is another one than that of this node's state: expected=other",
                () -> open(new MetadataPoint("other", 0)).close());
    }

    @Test
    void aLogThatEndsBeforeThePointIsRefused() {
        long end;
        String identity;
        try (MetadataLog log = open()) {
            identity = log.identity();
            end = fill(log, 3).get(2).position();
        }
        assertFails(
                Category.FATAL,
                "does not have the records after this node's state",
                () -> open(new MetadataPoint(identity, end + 1)).close());
    }

    @Test
    void readersSeeOneOrder() {
        if (!isShared()) {
            return;
        }
        Random random = random();
        try (MetadataLog a = open();
                MetadataLog b = open()) {
            for (int i = 0; i < 50; i++) {
                append(random.nextBoolean() ? a : b, record(random, 1 + random.nextInt(50)));
            }
            assertAsBefore(read(a, 50), read(b, 50), 0);
            assertThat(a.identity()).isEqualTo(b.identity());
        }
    }
}
