package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.TermHash;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.OtherTerms;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The terms of other nodes: a call sends one request to each node that owns some of them, or more
 * if they do not fit, and then waits for all. Any thread.
 */
public final class RemoteTerms implements OtherTerms {

    private final Members members;
    private final ReadCounts counts = new ReadCounts();

    public RemoteTerms(Members members) {
        this.members = members;
    }

    /** Returns how many requests this node has sent for terms. */
    public ReadCounts counts() {
        return counts;
    }

    @Override
    public boolean isOwn(long vidOrHash) {
        return members.isOwn(vidOrHash);
    }

    /** Some terms of a call, all of one node, and the request for them. */
    private static final class Piece {

        private int[] places = new int[16];
        private final WireWriter request = new WireWriter();
        private final int countAt;
        private int size;
        private long textBytes;
        private Peer.PendingAnswer answer;

        Piece(PeerMessage message) {
            request.begin(message.code());
            countAt = request.length();
            request.putInt(0);
        }

        boolean isFull(long moreBytes) {
            return size == RequestLimits.TERMS_MAX
                    || (size > 0 && textBytes + moreBytes > RequestLimits.TEXT_BYTES_GOOD);
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
    public long[] find(List<byte[]> texts, boolean allocate) {
        PeerMessage message = allocate ? PeerMessage.GIVE_IDS : PeerMessage.FIND_TERMS;
        Piece[] open = new Piece[members.count()];
        List<Piece> sent = new ArrayList<>();
        int[] partitions = new int[texts.size()];
        for (int i = 0; i < partitions.length; i++) {
            byte[] text = texts.get(i);
            partitions[i] = Vids.partitionOf(TermHash.of(text, 0, text.length));
            int node = members.owner(partitions[i]);
            piece(open, sent, node, message, text.length).add(i, text);
        }
        sendAll(open, sent);
        long[] vids = new long[texts.size()];
        for (Piece piece : sent) {
            long[] found = piece.answer.await().getLongs();
            InputLimits.checkRange("ids of an answer", found.length, piece.size, piece.size);
            for (int i = 0; i < found.length; i++) {
                int place = piece.places[i];
                vids[place] = checked(found[i], partitions[place], allocate);
            }
        }
        return vids;
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
        Piece[] open = new Piece[members.count()];
        List<Piece> sent = new ArrayList<>();
        for (int i = 0; i < vids.length; i++) {
            piece(open, sent, members.owner(vids[i]), PeerMessage.TEXTS, 0).add(i, vids[i]);
        }
        sendAll(open, sent);
        byte[][] texts = new byte[vids.length][];
        for (Piece piece : sent) {
            int done = take(piece, 0, vids, texts);
            while (done < piece.size) {
                askRest(piece, done, vids);
                done = take(piece, done, vids, texts);
            }
        }
        return texts;
    }

    /** Takes the texts of an answer, which may end early; returns the number of those so far. */
    private static int take(Piece piece, int from, long[] vids, byte[][] texts) {
        WireReader in = piece.answer.await();
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
        piece.answer = members.peer(members.owner(vids[piece.places[from]])).send(out);
    }

    /** Returns the open piece of a node, a new one if there is none or it is full. */
    private Piece piece(
            Piece[] open, List<Piece> sent, int node, PeerMessage message, long moreBytes) {
        if (open[node] != null && open[node].isFull(moreBytes)) {
            send(node, open[node], sent);
            open[node] = null;
        }
        if (open[node] == null) {
            open[node] = new Piece(message);
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
