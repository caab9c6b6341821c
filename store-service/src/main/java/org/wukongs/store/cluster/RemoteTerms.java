package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.id.TermHash;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.OtherTerms;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The terms of other nodes: a call sends one request to each node that owns some of them, or more
 * if they do not fit, and then waits for all. Any thread.
 */
public final class RemoteTerms implements OtherTerms {

    /** As long as somebody waits until a partition that moves gives ids again. */
    private static final long WAIT_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final Members members;
    private final Runnable pause;
    private final NanoClock clock;
    private final ReadCounts counts = new ReadCounts();

    /** {@code pause} is called again and again by who waits for a partition that moves. */
    public RemoteTerms(Members members, Runnable pause, NanoClock clock) {
        this.members = members;
        this.pause = pause;
        this.clock = clock;
    }

    /** Returns how many requests this node has sent for terms. */
    public ReadCounts counts() {
        return counts;
    }

    @Override
    public boolean isOwn(long vidOrHash) {
        return members.isOwn(vidOrHash);
    }

    @Override
    public long awaitMove(long beginNs) {
        long nowNs = clock.nanoTime();
        if (beginNs != 0 && nowNs - beginNs > WAIT_NS_MAX) {
            throw moves();
        }
        pause.run();
        return beginNs != 0 ? beginNs : nowNs == 0 ? 1 : nowNs;
    }

    private static WukongsException moves() {
        return WukongsException.retriable("a vertex partition moves to another node");
    }

    /** Some terms of a call, all of one node, and the request for them. */
    private static final class Piece {

        private final int node;
        private int[] places = new int[16];
        private final WireWriter request = new WireWriter();
        private final int countAt;
        private int size;
        private long textBytes;
        private Peer.PendingAnswer answer;

        Piece(int node, PeerMessage message) {
            this.node = node;
            request.begin(message.code());
            countAt = request.length();
            request.putInt(0);
        }

        boolean isFull(long moreBytes) {
            return size == RequestLimits.TERMS_MAX
                    || (size > 0 && textBytes + moreBytes > RequestLimits.TEXT_BYTES_GOOD);
        }

        /** Adds the places from one on to a list. */
        void addTo(IntArrayList list, int from) {
            for (int i = from; i < size; i++) {
                list.addInt(places[i]);
            }
        }

        void add(int place, byte[] text) {
            request.putBytes(text);
            add(place);
            textBytes += text.length;
        }

        void add(int place, long vid) {
            request.putLong(vid);
            add(place);
        }

        private void add(int place) {
            if (size == places.length) {
                places = Arrays.copyOf(places, 2 * size);
            }
            places[size++] = place;
        }
    }

    @Override
    public long[] find(List<byte[]> texts, boolean allocate, boolean waits) {
        long[] vids = new long[texts.size()];
        int[] left = allOf(vids.length);
        long waitNs = 0;
        while (true) {
            left = find(texts, left, allocate, vids);
            if (left.length == 0) {
                return vids;
            }
            if (!waits) {
                throw moves();
            }
            waitNs = awaitMove(waitNs);
        }
    }

    private static int[] allOf(int count) {
        return IntStream.range(0, count).toArray();
    }

    /** Looks up some terms; returns those that nobody has answered because they move. */
    private int[] find(List<byte[]> texts, int[] some, boolean allocate, long[] vids) {
        PeerMessage message = allocate ? PeerMessage.GIVE_IDS : PeerMessage.FIND_TERMS;
        VertexOwners owners = members.newestOwners().owners();
        Piece[] open = new Piece[owners.shardCount()];
        List<Piece> sent = new ArrayList<>();
        int[] partitions = new int[vids.length];
        for (int i : some) {
            byte[] text = texts.get(i);
            partitions[i] = Vids.partitionOf(TermHash.of(text, 0, text.length));
            int node = owners.owner(partitions[i]);
            piece(open, sent, node, message, text.length).add(i, text);
        }
        sendAll(open, sent);
        IntArrayList moving = new IntArrayList();
        for (Piece piece : sent) {
            WireReader in = piece.answer.await();
            if (!isHere(in)) {
                piece.addTo(moving, 0);
                continue;
            }
            long[] found = in.getLongs();
            InputLimits.checkRange("ids of an answer", found.length, piece.size, piece.size);
            for (int i = 0; i < found.length; i++) {
                int place = piece.places[i];
                vids[place] = checked(found[i], partitions[place], allocate);
            }
        }
        return moving.toIntArray();
    }

    private static boolean isHere(WireReader in) {
        return InputLimits.checkRange("flag", in.getByte(), 0, 1) == 1;
    }

    private static long checked(long vid, int partition, boolean allocate) {
        boolean isUnknown = vid == TermDictionary.UNKNOWN && !allocate;
        if (!isUnknown && (!Members.isVertex(vid) || Vids.partition(vid) != partition)) {
            throw WukongsException.retriable(
                    "a node gave an id that its term cannot have: vid="
                            + vid
                            + " partition="
                            + partition);
        }
        return vid;
    }

    @Override
    public byte[][] texts(long[] vids) {
        byte[][] texts = new byte[vids.length][];
        int[] left = allOf(vids.length);
        long waitNs = 0;
        while (true) {
            left = texts(vids, left, texts);
            if (left.length == 0) {
                return texts;
            }
            waitNs = awaitMove(waitNs);
        }
    }

    /** Reads some texts; returns those that nobody has answered because they move. */
    private int[] texts(long[] vids, int[] some, byte[][] texts) {
        VertexOwners owners = members.newestOwners().owners();
        Piece[] open = new Piece[owners.shardCount()];
        List<Piece> sent = new ArrayList<>();
        for (int i : some) {
            piece(open, sent, owners.owner(vids[i]), PeerMessage.TEXTS, 0).add(i, vids[i]);
        }
        sendAll(open, sent);
        IntArrayList moving = new IntArrayList();
        for (Piece piece : sent) {
            int done = take(piece, 0, vids, texts);
            int before = 0;
            while (done < piece.size && done > before) {
                askRest(piece, done, vids);
                before = done;
                done = take(piece, done, vids, texts);
            }
            piece.addTo(moving, done);
        }
        return moving.toIntArray();
    }

    /**
     * Takes the texts of an answer, which may end early; returns the number of those so far, the
     * same as before if they move.
     */
    private static int take(Piece piece, int from, long[] vids, byte[][] texts) {
        WireReader in = piece.answer.await();
        if (!isHere(in)) {
            return from;
        }
        int count = (int) InputLimits.checkRange("texts", in.getInt(), 1, piece.size - from);
        for (int i = from; i < from + count; i++) {
            byte[] text = in.getBytes();
            int place = piece.places[i];
            if (text != null
                    && Vids.partitionOf(TermHash.of(text, 0, text.length))
                            != Vids.partition(vids[place])) {
                throw WukongsException.retriable(
                        "a node gave a text that its id cannot have: vid=" + vids[place]);
            }
            texts[place] = text;
        }
        return from + count;
    }

    private void askRest(Piece piece, int from, long[] vids) {
        WireWriter out = piece.request;
        out.begin(PeerMessage.TEXTS.code()).putInt(piece.size - from);
        for (int i = from; i < piece.size; i++) {
            out.putLong(vids[piece.places[i]]);
        }
        counts.add(out.length());
        piece.answer = members.peer(piece.node).send(out);
    }

    /** Returns the open piece of a node, a new one if there is none or it is full. */
    private Piece piece(
            Piece[] open, List<Piece> sent, int node, PeerMessage message, long moreBytes) {
        if (open[node] != null && open[node].isFull(moreBytes)) {
            send(node, open[node], sent);
            open[node] = null;
        }
        if (open[node] == null) {
            open[node] = new Piece(node, message);
        }
        return open[node];
    }

    private void sendAll(Piece[] open, List<Piece> sent) {
        for (int node = 0; node < open.length; node++) {
            if (open[node] != null) {
                send(node, open[node], sent);
            }
        }
    }

    private void send(int node, Piece piece, List<Piece> sent) {
        piece.request.setInt(piece.countAt, piece.size);
        counts.add(piece.request.length());
        piece.answer = members.peer(node).send(piece.request);
        sent.add(piece);
    }
}
