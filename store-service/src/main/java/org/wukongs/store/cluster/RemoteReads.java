package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.function.Consumer;
import org.wukongs.id.Keys;
import org.wukongs.store.graph.OneSidedGraph;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Reads of one graph at one other node, at one snapshot. A call is begun, and finished after other
 * work was done; it takes one request unless column or answer are larger than {@link
 * RequestLimits}. If the node's memory can be read here, a call takes no request: it is carried out
 * when it is finished, and only what does not count is asked for after all.
 */
final class RemoteReads {

    private final Peer peer;
    private final PartitionedView view;
    private final ReadCounts counts;
    private final InPlace inPlace;

    /**
     * @param inPlace the node's memory, null if it is not read here
     */
    RemoteReads(Peer peer, PartitionedView view, ReadCounts counts, InPlace inPlace) {
        this.peer = peer;
        this.view = view;
        this.counts = counts;
        this.inPlace = inPlace;
    }

    private boolean areReadable(long[] keys) {
        boolean all = inPlace != null;
        for (int i = 0; all && i < keys.length; i++) {
            all = OneSidedGraph.isReadable(keys[i]);
        }
        return all;
    }

    private Peer.PendingAnswer send(StepRequest request) {
        return counts.send(peer, request.encode(new WireWriter()));
    }

    private StepRequest request(
            ReadKind kind, long pid, int direction, long argument, int idsMax, long[]... columns) {
        return new StepRequest(
                kind, view.name(), view.sn(), pid, direction, argument, idsMax, columns);
    }

    /** A request under way for the next rows of a column, as many as one may have. */
    private abstract class Reading {

        final StepRequest request; // for all rows
        int done; // rows
        int asked; // rows up to this one
        Peer.PendingAnswer answer;

        /**
         * @param isInPlace whether it is not asked for before {@link #readInPlace} has failed
         */
        Reading(StepRequest request, boolean isInPlace) {
            this.request = request;
            if (!isInPlace) {
                send();
            }
        }

        /** Reads the node's memory; returns false if the request is under way instead. */
        final boolean readInPlace(Consumer<OneSidedGraph> reading) {
            if (answer != null) {
                return false;
            }
            if (inPlace.read(view.name(), view.sn(), reading)) {
                return true;
            }
            send();
            return false;
        }

        final void send() {
            asked = Math.min(request.size(), done + RequestLimits.ROWS_MAX);
            answer = RemoteReads.this.send(request.rows(done, asked));
        }
    }

    // Expansions

    /** An expansion under way. */
    final class Expanding extends Reading {

        private Expanding(StepRequest request, boolean isInPlace) {
            super(request, isInPlace);
        }

        /** Waits for the neighbours of all rows and writes them to {@code into}, which is empty. */
        void finish(Expansion into) {
            if (readInPlace(graph -> expandInPlace(graph, into))) {
                return;
            }
            into.clear();
            while (true) {
                int rows = StepAnswers.expansion(answer.await(), done, asked - done, into);
                done += rows;
                if (rows == 0) {
                    into.appendAll(done, list(key(done)));
                    done++;
                }
                if (done == request.size()) {
                    return;
                }
                send();
            }
        }

        private void expandInPlace(OneSidedGraph graph, Expansion into) {
            long[] rows = request.columns()[0];
            if (request.kind() == ReadKind.EXPAND) {
                graph.expand(rows, request.pid(), request.direction(), into);
            } else {
                graph.expandKeys(rows, into);
            }
        }

        private long key(int row) {
            long id = request.columns()[0][row];
            return request.kind() == ReadKind.EXPAND
                    ? Keys.key(id, request.pid(), request.direction())
                    : id;
        }
    }

    Expanding expand(long[] vertices, long pid, int direction) {
        return new Expanding(
                request(ReadKind.EXPAND, pid, direction, 0, 0, vertices),
                inPlace != null && pid != Keys.PREDICATES);
    }

    Expanding expandKeys(long[] keys) {
        return new Expanding(
                request(ReadKind.EXPAND_KEYS, 0, Keys.OUT, 0, 0, keys), areReadable(keys));
    }

    // Probes

    /** A probe under way. */
    final class Probing extends Reading {

        private int found;

        private Probing(StepRequest request) {
            super(request, inPlace != null);
        }

        private int probeInPlace(OneSidedGraph graph, int[] kept) {
            long[][] columns = request.columns();
            long pid = request.pid();
            return switch (request.kind()) {
                case PROBE -> graph.probe(columns[0], pid, columns[1], kept);
                case PROBE_KEYS -> graph.probeKeys(columns[0], columns[1], columns[2], kept);
                case PROBE_CONSTANT ->
                        graph.probeConstant(columns[0], pid, request.argument(), kept);
                default -> graph.probeOf(request.argument(), pid, columns[0], kept);
            };
        }

        /** Waits for all rows, writes those that are kept, ascending; returns their number. */
        int finish(int[] kept) {
            if (readInPlace(graph -> found = probeInPlace(graph, kept))) {
                return found;
            }
            int size = StepAnswers.kept(answer.await(), 0, asked, kept, 0);
            done = asked;
            while (done < request.size()) {
                send();
                size = StepAnswers.kept(answer.await(), done, asked - done, kept, size);
                done = asked;
            }
            return size;
        }
    }

    Probing probe(long[] subjects, long pid, long[] objects) {
        return new Probing(request(ReadKind.PROBE, pid, Keys.OUT, 0, 0, subjects, objects));
    }

    Probing probeKeys(long[] subjects, long[] pids, long[] objects) {
        return new Probing(
                request(ReadKind.PROBE_KEYS, 0, Keys.OUT, 0, 0, subjects, pids, objects));
    }

    /** Which of these subjects have an object. */
    Probing probeConstant(long[] subjects, long pid, long object) {
        return new Probing(request(ReadKind.PROBE_CONSTANT, pid, Keys.OUT, object, 0, subjects));
    }

    /** Which of these objects one subject has. */
    Probing probeOf(long subject, long pid, long[] objects) {
        return new Probing(request(ReadKind.PROBE_OF, pid, Keys.OUT, subject, 0, objects));
    }

    // Lists

    /** Lists under way. */
    final class Listing {

        private final long[] keys;
        private final int idsMax;
        private int from;
        private int asked;
        private Peer.PendingAnswer answer;

        private Listing(long[] keys) {
            this.keys = keys;
            int each = RequestLimits.PAGE_IDS_ALL / Math.max(1, keys.length);
            this.idsMax =
                    Math.min(
                            RequestLimits.PAGE_IDS_FIRST,
                            Math.max(RequestLimits.PAGE_IDS_MIN, each));
            if (!areReadable(keys)) {
                send();
            }
        }

        private void send() {
            int rows = Math.min(RequestLimits.ROWS_MAX, RequestLimits.IDS_MAX / idsMax);
            asked = Math.min(keys.length, from + rows);
            long[] some = Arrays.copyOfRange(keys, from, asked);
            answer = RemoteReads.this.send(request(ReadKind.LISTS, 0, Keys.OUT, 0, idsMax, some));
        }

        /** Waits for all lists. */
        Neighbours[] finish() {
            Neighbours[] lists = new Neighbours[keys.length];
            if (answer == null) {
                if (inPlace.read(view.name(), view.sn(), graph -> takeInPlace(graph, lists))) {
                    return lists;
                }
                send();
            }
            take(lists);
            while (from < keys.length) {
                send();
                take(lists);
            }
            return lists;
        }

        private void takeInPlace(OneSidedGraph graph, Neighbours[] lists) {
            int[] lengths = new int[keys.length];
            long[][] first = new long[keys.length][];
            graph.lists(keys, idsMax, lengths, first);
            for (int i = 0; i < keys.length; i++) {
                lists[i] = new RemoteList(RemoteReads.this, view, keys[i], lengths[i], first[i]);
            }
        }

        private void take(Neighbours[] lists) {
            WireReader in = answer.await();
            int[] lengths = new int[asked - from];
            long total = 0;
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] =
                        (int)
                                InputLimits.checkRange(
                                        "length of a list", in.getInt(), 0, Integer.MAX_VALUE);
                total += ServedReads.idCount(lengths[i], 0, idsMax);
            }
            long[] ids = StepAnswers.ids(in, total);
            int at = 0;
            for (int i = 0; i < lengths.length; i++) {
                int end = at + ServedReads.idCount(lengths[i], 0, idsMax);
                long[] first = Arrays.copyOfRange(ids, at, end);
                lists[from + i] =
                        new RemoteList(RemoteReads.this, view, keys[from + i], lengths[i], first);
                at = end;
            }
            from = asked;
        }
    }

    Listing lists(long[] keys) {
        return new Listing(keys);
    }

    Neighbours list(long key) {
        return lists(new long[] {key}).finish()[0];
    }

    /** Reads {@code count} ids of a list from a place on, at most as many as fit into an answer. */
    long[] page(long key, int length, int from, int count) {
        long[][] page = new long[1][];
        if (inPlace != null
                && OneSidedGraph.isReadable(key)
                && inPlace.read(
                        view.name(),
                        view.sn(),
                        graph -> page[0] = graph.page(key, length, from, count))) {
            return page[0];
        }
        StepRequest request = request(ReadKind.LISTS, 0, Keys.OUT, from, count, new long[] {key});
        WireReader in = send(request).await();
        InputLimits.checkRange("length of a list", in.getInt(), length, length);
        return StepAnswers.ids(in, ServedReads.idCount(length, from, count));
    }

    /** Reads the ids at places of a list. */
    long[] places(long key, long[] places) {
        StepRequest request = request(ReadKind.LIST_PLACES, 0, Keys.OUT, key, 0, places);
        return StepAnswers.ids(send(request).await(), places.length);
    }
}
