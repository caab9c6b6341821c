package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.TupleClient;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.value.RowCells;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** Live readers of tuples, beside a list of all tuples in the order in which they are told. */
class TupleReadersTest {

    private static final int RING = 400;
    private static final long BATCH_MS = 100;
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 300ms STEP 100ms] { ?s ?p ?o }";

    private final Random random = Seeds.random(getClass());
    private final List<Tuple> told = new ArrayList<>(); // by position
    private final List<Reading> readings = new ArrayList<>();
    private StoreNode node = newNode();
    private long epoch;
    private long nextBatch;

    /** A reader and what it has got. */
    private static final class Reading {

        private final String name;
        private final ReaderConnection connection;
        private long next;

        private Reading(String name, ReaderConnection connection, long next) {
            this.name = name;
            this.connection = connection;
            this.next = next;
        }
    }

    private static StoreNode newNode() {
        return new StoreNode(
                StoreConfig.builder()
                        .termCountMax(100_000)
                        .ringTupleCountMax(RING)
                        .keptTupleCount(0)
                        .build(),
                new SystemNanoClock());
    }

    private void open() {
        node.streams().register(StreamDefinition.of("s"));
        epoch = node.openWriter(writer());
    }

    private static WriterId writer() {
        return new WriterId("s", 0, 1, "test", 0);
    }

    /** Writes the tuples of the next batch in any order, and closes it. */
    private void writeBatch(int count) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Tuple tuple =
                    new Tuple(
                            nextBatch * BATCH_MS + random.nextInt((int) BATCH_MS),
                            "<urn:s" + random.nextInt(50) + ">",
                            "<urn:p" + random.nextInt(3) + ">",
                            "\"" + random.nextInt(9) + "\"");
            tuples.add(random.nextInt(5) == 0 ? tuple.asRemoval() : tuple);
        }
        TupleBatch batch = new TupleBatch(nextBatch, false, tuples);
        boolean taken =
                node.writers()
                        .inject("s", epoch, new TupleEncoder(node.dictionary()).encode(batch));
        assertThat(taken).as("what only watches holds no writer back").isTrue();
        // Seen by nobody before its batch is closed.
        readings.forEach(one -> assertThat(one.next).isLessThanOrEqualTo(told.size()));
        node.writers().closeUpTo(writer(), epoch, nextBatch++);
        node.advance();
        node.reclaim();
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs)); // a stable sort
        told.addAll(tuples);
    }

    private void attach(ReaderStart start) {
        ReaderConnection connection = new ReaderConnection(new SystemNanoClock());
        String name = "live:" + readings.size() + "-" + random.nextInt();
        LiveStart begun = node.tupleReaders().attach("s", name, start, connection);
        assertThat(begun.now()).isEqualTo(told.size());
        readings.add(new Reading(name, connection, begun.begin()));
    }

    /** Reads some tuples; returns false if the reader gave way. */
    private boolean read(Reading reading) {
        if (!node.tupleReaders().move("s", reading.name, reading.next)) {
            return false;
        }
        int most = 1 + random.nextInt(30);
        try (TupleFetch fetch = node.tupleReaders().fetch("s", reading.next, most)) {
            assertThat(fetch.position()).isEqualTo(reading.next);
            assertThat(tuples(fetch))
                    .isEqualTo(
                            told.subList(
                                    (int) reading.next,
                                    (int) Math.min(told.size(), reading.next + most)));
            reading.next += fetch.size();
        }
        return true;
    }

    private static List<Tuple> tuples(TupleFetch fetch) {
        List<Tuple> tuples = new ArrayList<>();
        long[] timesMs = fetch.eventTimesMs();
        boolean[] removals = fetch.removals();
        RowCells cells = fetch.cells();
        for (int i = 0; i < fetch.size(); i++) {
            String[] terms = cells.nextRow(TupleFetch.COLUMN_COUNT);
            tuples.add(new Tuple(timesMs[i], terms[0], terms[1], terms[2], removals[i]));
        }
        return tuples;
    }

    private long tail() {
        return node.streams().state("s").ring().tail();
    }

    @Test
    void everyReaderIsToldEveryTupleOnceUntilItGivesWay() {
        open();
        int gaveWay = 0;
        for (int step = 0; step < 3_000; step++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> writeBatch(random.nextInt(40));
                case 3 -> {
                    if (readings.size() < 5) {
                        attach(
                                random.nextBoolean()
                                        ? ReaderStart.latest()
                                        : ReaderStart.earliest());
                    }
                }
                case 4 -> {
                    if (!readings.isEmpty() && random.nextInt(4) == 0) {
                        readings.remove(random.nextInt(readings.size())).connection.end();
                    }
                }
                case 5 -> {
                    if (random.nextInt(100) == 0) {
                        if (node.continuous().isRegistered("q")) {
                            node.continuous().unregister("q");
                        } else {
                            node.registerQuery(QUERY);
                        }
                    }
                }
                default -> {
                    if (!readings.isEmpty()) {
                        Reading one = readings.get(random.nextInt(readings.size()));
                        if (!read(one)) {
                            readings.remove(one);
                            gaveWay++;
                        }
                    }
                }
            }
            for (Reading one : readings) {
                if (node.tupleReaders().move("s", one.name, 0)) {
                    assertThat(tail()).isLessThanOrEqualTo(one.next);
                }
            }
        }
        assertThat(gaveWay).isPositive();
        assertThat(node.tupleReaders().droppedCount()).isGreaterThanOrEqualTo(gaveWay);
        node.close();
    }

    @Test
    void withoutReadersAndQueriesNothingIsKept() {
        open();
        attach(ReaderStart.latest());
        writeBatch(10);
        writeBatch(10);
        assertThat(tail()).isZero();
        readings.get(0).next = 7;
        node.tupleReaders().move("s", readings.get(0).name, 7);
        node.reclaim();
        assertThat(tail()).isPositive().isLessThanOrEqualTo(7); // tuples of one time stay together
        assertFails(
                Category.USER,
                TupleClient.TUPLES_GONE,
                () -> node.tupleReaders().fetch("s", tail() - 1, 1));
        readings.get(0).connection.end();
        node.reclaim();
        assertThat(tail()).isEqualTo(20);
        node.dropStream("s");
        assertThat(node.tupleReaders().readerCount("s")).isZero();
        node.close();
    }

    @Test
    void positionsGoOnAfterARestart(@TempDir Path folder) {
        try (DataDirectory data = DataDirectory.open(folder.resolve("data"), 1)) {
            node.restore(data, 1);
            open();
            node.registerQuery(QUERY); // so that tuples are kept
            writeBatch(20);
            writeBatch(20);
            try (StoreCut cut = node.cut()) {
                data.write(cut);
            }
            node.close();
            node = newNode();
            assertThat(node.restore(data, 2)).isTrue();
            epoch = node.openWriter(writer());
            attach(ReaderStart.at(25));
            writeBatch(20);
            Reading reading = readings.get(0);
            assertThat(reading.next).isEqualTo(25);
            while (reading.next < 60) {
                assertThat(read(reading)).isTrue();
            }
        }
        node.close();
    }
}
