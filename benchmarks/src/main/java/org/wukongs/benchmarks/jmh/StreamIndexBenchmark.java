package org.wukongs.benchmarks.jmh;

import static org.wukongs.benchmarks.measure.EmbeddedStore.vid;

import java.util.Set;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.stream.StreamIndex;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.store.stream.WindowView;
import org.wukongs.store.view.Expansion;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * A stream as LSBench's likes are at its full rate, and windows of a second of it: 86,000 tuples a
 * second of one predicate, of 10,000 users who like one of 50,000 posts, new posts more than old
 * ones. Per tuple, or per vertex that is asked for.
 */
@State(Scope.Thread)
public class StreamIndexBenchmark {

    private static final int BATCHES = 10; // a second
    private static final int BATCH_TUPLES = 8_600;
    private static final int TUPLES = BATCHES * BATCH_TUPLES;
    private static final int BATCH_MS = 100;
    private static final int RANGE_MS = 1_000;
    private static final int SECONDS_DRAWN = 4;
    private static final int USERS = 10_000;
    private static final int POSTS = 50_000;
    private static final int ASKED = 1_000;
    private static final long LIKE = 2;
    private static final long SEED = 1;

    private final long[][] subjects = new long[BATCHES * SECONDS_DRAWN][BATCH_TUPLES];
    private final long[][] objects = new long[BATCHES * SECONDS_DRAWN][BATCH_TUPLES];
    private final long[] predicates = new long[BATCH_TUPLES];
    private final TransientMemory memory = new TransientMemory(1L << 30);
    private final StreamDefinition definition =
            new StreamDefinition("likes", BATCH_MS, StreamDefinition.STORED, Set.of());
    private final StreamRing ring =
            new StreamRing(definition, StreamRing.TUPLE_COUNT_MAX_DEFAULT, memory);
    private final StreamIndex index = new StreamIndex(ring, memory);
    private final Expansion expansion = new Expansion();
    private final long[] users = new long[ASKED];
    private final long[] posts = new long[ASKED];
    private final int[] kept = new int[ASKED];
    private long batch;
    private WindowView window;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int b = 0; b < subjects.length; b++) {
            for (int row = 0; row < BATCH_TUPLES; row++) {
                subjects[b][row] = vid(random.nextInt(USERS));
                double place = random.nextDouble();
                objects[b][row] = vid(USERS + (int) (place * place * POSTS));
                predicates[row] = LIKE;
            }
        }
        index.attach();
        appendSecond();
        appendSecond();
        for (int i = 0; i < ASKED; i++) {
            users[i] = subjects[(int) ((batch - 1) % subjects.length)][i];
            posts[i] = objects[(int) ((batch - 1) % subjects.length)][i];
        }
        window = index.window(batch * BATCH_MS - RANGE_MS, batch * BATCH_MS);
    }

    private StreamIndex appendSecond() {
        for (int i = 0; i < BATCHES; i++) {
            int drawn = (int) (batch % subjects.length);
            long[] times = new long[BATCH_TUPLES];
            for (int row = 0; row < BATCH_TUPLES; row++) {
                times[row] = batch * BATCH_MS + row * BATCH_MS / BATCH_TUPLES;
            }
            ring.offer(
                    new EncodedBatch(
                            batch, false, times, subjects[drawn], predicates, objects[drawn]));
            index.close(batch++);
            index.reclaimBelowMs(batch * BATCH_MS - RANGE_MS);
        }
        return index;
    }

    /** Taken in, closed and indexed, and reclaimed a second later. */
    @Benchmark
    @OperationsPerInvocation(TUPLES)
    public StreamIndex append() {
        return appendSecond();
    }

    /** A user's likes, nine on average. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int expandUsers() {
        expansion.clear();
        window.expand(users, ASKED, LIKE, Keys.OUT, expansion);
        return expansion.size();
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public int probeLikes() {
        return window.probe(users, LIKE, posts, ASKED, kept);
    }

    /** One at a time, as a query with a constant does. */
    @Benchmark
    @OperationsPerInvocation(ASKED)
    public long lookUpUser() {
        long sum = 0;
        for (long user : users) {
            sum += window.objects(user, LIKE).size();
        }
        return sum;
    }

    /** All who like something, per tuple of the window. */
    @Benchmark
    @OperationsPerInvocation(TUPLES)
    public int listUsers() {
        return window.neighbours(Keys.key(Vids.INDEX_VERTEX, LIKE, Keys.OUT)).size();
    }

    /** A window, made anew. */
    @Benchmark
    public WindowView makeWindow() {
        return index.window(batch * BATCH_MS - RANGE_MS, batch * BATCH_MS);
    }
}
