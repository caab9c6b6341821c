package org.wukongs.store.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.wukongs.id.Keys;
import org.wukongs.store.graph.GraphRetention;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.HalfMentionsCut;
import org.wukongs.store.graph.MentionCut;
import org.wukongs.store.graph.RetentionCut;
import org.wukongs.store.stream.StreamRetention;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Writes and reads what streams and graphs keep for a time. */
final class RetentionCodec {

    /** Rows of a record: 40 bytes each. */
    private static final int RECORD_ROWS = 1 << 12;

    private static final int COLUMNS = 5;

    private RetentionCodec() {}

    /** Rows of five longs that become records of one type. */
    private static final class Rows {

        private final RecordWriter out;
        private final RecordType type;
        private final Consumer<WireWriter> head;
        private final long[][] columns = new long[COLUMNS][RECORD_ROWS];
        private int size;

        Rows(RecordWriter out, RecordType type, Consumer<WireWriter> head) {
            this.out = out;
            this.type = type;
            this.head = head;
        }

        void add(long a, long b, long c, long d, long e) {
            columns[0][size] = a;
            columns[1][size] = b;
            columns[2][size] = c;
            columns[3][size] = d;
            columns[4][size] = e;
            size++;
            if (size == RECORD_ROWS) {
                end();
            }
        }

        /** Writes the rows that are left. */
        void end() {
            if (size > 0) {
                WireWriter record = out.begin(type);
                head.accept(record);
                for (long[] column : columns) {
                    record.putLongs(Arrays.copyOf(column, size));
                }
                out.end();
                size = 0;
            }
        }
    }

    private interface RowReader {
        void row(long a, long b, long c, long d, long e);
    }

    private static void read(WireReader in, RowReader rows) {
        long[][] columns = new long[COLUMNS][];
        for (int column = 0; column < COLUMNS; column++) {
            columns[column] = in.getLongs();
        }
        for (int row = 0; row < columns[0].length; row++) {
            rows.row(
                    columns[0][row],
                    columns[1][row],
                    columns[2][row],
                    columns[3][row],
                    columns[4][row]);
        }
    }

    /** Writes the logs of a stream. */
    static void writeMentions(Map<Long, MentionCut> mentions, RecordWriter out) {
        mentions.forEach(
                (ms, cut) -> {
                    Rows rows = new Rows(out, RecordType.MENTIONS, record -> record.putLong(ms));
                    cut.forEach(
                            mention ->
                                    rows.add(
                                            mention.batch(),
                                            mention.number(),
                                            mention.subject(),
                                            mention.pid(),
                                            mention.object()));
                    rows.end();
                });
    }

    static void readMentions(WireReader in, StreamRetention stream) {
        long ms = in.getLong();
        read(in, (batch, number, s, p, o) -> stream.restore(ms, batch, number, s, p, o));
    }

    /** Writes what a graph knows besides the logs. */
    static void writeRetention(String graph, RetentionCut cut, RecordWriter out) {
        out.begin(RecordType.RETENTION)
                .putString(graph)
                .putLong(cut.nextNumber())
                .putLong(cut.voidBefore());
        out.end();
        Rows rows = new Rows(out, RecordType.REPEATED, record -> record.putString(graph));
        cut.entries().forEach(rows::add);
        rows.end();
    }

    static void readRepeated(WireReader in, GraphRetention graph) {
        read(in, graph::restore);
    }

    /** Writes what a node of a cluster knows of a graph's halves. */
    static void writeHalves(String graph, HalfMentionsCut cut, RecordWriter out) {
        List<Map.Entry<Integer, Long>> oldest = List.copyOf(cut.oldest().entrySet());
        out.begin(RecordType.HALF_MENTIONS)
                .putString(graph)
                .putLongs(oldest.stream().mapToLong(Map.Entry::getKey).toArray())
                .putLongs(oldest.stream().mapToLong(Map.Entry::getValue).toArray());
        out.end();
        writeHalves(graph, Keys.OUT, cut.out(), out);
        writeHalves(graph, Keys.IN, cut.in(), out);
    }

    private static void writeHalves(
            String graph, int direction, RetentionCut.Entries entries, RecordWriter out) {
        Rows rows =
                new Rows(
                        out,
                        RecordType.HALF_REPEATED,
                        record -> record.putString(graph).putByte(direction));
        entries.forEach(rows::add);
        rows.end();
    }

    static void readHalfMentions(WireReader in, HalfMentions graph) {
        long[] nodes = in.getLongs();
        long[] numbers = in.getLongs();
        for (int i = 0; i < nodes.length; i++) {
            graph.noteOldest(Math.toIntExact(nodes[i]), numbers[i]);
        }
    }

    static void readHalfRepeated(WireReader in, HalfMentions graph) {
        int direction = in.getByte();
        read(in, (s, p, o, before, times) -> graph.restore(direction, s, p, o, before, times));
    }
}
