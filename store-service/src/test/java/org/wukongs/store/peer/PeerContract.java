package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.naive.Seeds;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.cluster.Peer;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** What every way to another node promises. */
@Timeout(60)
abstract class PeerContract {

    static final int ECHO = 1;
    static final int FAIL = 2;

    /** Place of the asking node among the members. */
    static final int ASKER = 2;

    /** Answers with the place of the asker and what it said, or fails with what it said. */
    static final Answering ANSWERING =
            (node, request, answer) -> {
                if (request.type() == FAIL) {
                    answer.begin(FrameDescriptor.REPLY_ERROR);
                    String text = request.getString();
                    Codecs.put(Category.USER, Reason.ROW_LIMIT, text, answer);
                } else {
                    answer.begin(FrameDescriptor.REPLY_OK).putInt(node);
                    answer.putLongs(request.getLongs());
                }
            };

    /** The way of node 12 to node 10, which answers with {@link #ANSWERING}. */
    abstract Peer peer();

    static WireWriter echo(long... values) {
        return new WireWriter().begin(ECHO).putLongs(values);
    }

    static long[] echoed(Peer.PendingAnswer answer) {
        WireReader in = answer.await();
        assertThat(in.getInt()).isEqualTo(ASKER);
        long[] values = in.getLongs();
        assertThat(in.hasRemaining()).isFalse();
        return values;
    }

    @Test
    void answersAreAwaitedInAnyOrder() {
        Peer.PendingAnswer first = peer().send(echo(1, 2));
        Peer.PendingAnswer second = peer().sendLong(echo(3));
        Peer.PendingAnswer third = peer().send(echo());
        assertThat(echoed(third)).isEmpty();
        assertThat(echoed(first)).containsExactly(1, 2);
        assertThat(echoed(second)).containsExactly(3);
    }

    @Test
    void aFrameIsReusedWhenItWasSent() {
        WireWriter request = echo(7);
        Peer.PendingAnswer first = peer().send(request);
        request.begin(ECHO).putLongs(new long[] {8, 9});
        Peer.PendingAnswer second = peer().send(request);
        assertThat(echoed(first)).containsExactly(7);
        assertThat(echoed(second)).containsExactly(8, 9);
    }

    @Test
    void anErrorComesAsItIs() {
        Peer.PendingAnswer answer = peer().send(new WireWriter().begin(FAIL).putString("too much"));
        Peer.PendingAnswer good = peer().send(echo(1));
        assertFails(Category.USER, "too much", answer::await);
        assertThat(echoed(good)).containsExactly(1);
        try {
            peer().send(new WireWriter().begin(FAIL).putString("again")).await();
        } catch (WukongsException e) {
            assertThat(e.reason()).isEqualTo(Reason.ROW_LIMIT);
        }
    }

    @Test
    void largeFramesArriveWhole() {
        long[] values = new Random(1).longs(3 << 20).toArray(); // 24 MiB
        assertThat(echoed(peer().send(echo(values)))).isEqualTo(values);
    }

    /** Many threads, each with some requests under way: every one gets its own answers. */
    @Test
    void threadsDoNotMeet() throws Exception {
        long seed = Seeds.seed(getClass());
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int number = 0; number < 6; number++) {
                Random random = Seeds.random(seed, number);
                tasks.add(() -> askRandomly(random));
            }
            for (Future<Integer> done : threads.invokeAll(tasks)) {
                assertThat(done.get()).isEqualTo(200);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private int askRandomly(Random random) {
        Deque<long[]> asked = new ArrayDeque<>();
        Deque<Peer.PendingAnswer> answers = new ArrayDeque<>();
        int count = 0;
        while (count < 200) {
            if (answers.isEmpty() || (answers.size() < 5 && random.nextBoolean())) {
                long[] values = random.longs(random.nextInt(3_000)).toArray();
                answers.add(peer().send(echo(values)));
                asked.add(values);
            } else {
                assertThat(echoed(answers.remove())).isEqualTo(asked.remove());
                count++;
            }
        }
        answers.forEach(Peer.PendingAnswer::await);
        return count;
    }
}
