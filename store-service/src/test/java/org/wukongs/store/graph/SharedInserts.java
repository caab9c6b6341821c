package org.wukongs.store.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Drawn ways for threads to share an insert, however small. */
public final class SharedInserts {

    private static final int[] COUNTS = {1, 2, 3, 7};

    /** Threads that end with the tests. */
    private static final ExecutorService THREADS =
            Executors.newCachedThreadPool(
                    task -> {
                        Thread thread = new Thread(task, "shared-insert");
                        thread.setDaemon(true);
                        return thread;
                    });

    private SharedInserts() {}

    /** One thread, or several, real ones or others; of some only the larger inserts are shared. */
    public static InsertThreads any(Random random) {
        return of(random, COUNTS[random.nextInt(COUNTS.length)]);
    }

    static InsertThreads of(Random random, int count) {
        int rowCountMin = random.nextBoolean() ? 1 : random.nextInt(40);
        return new InsertThreads(executor(random.nextInt(3)), count, rowCountMin);
    }

    /** As {@link #of}, with threads that do run at the same time. */
    static InsertThreads concurrent(int count) {
        return new InsertThreads(THREADS, count, 1);
    }

    private static Executor executor(int kind) {
        return switch (kind) {
            case 0 -> THREADS;
            case 1 -> Runnable::run; // the first task does all parts, others come too late
            default -> task -> {}; // nobody ever comes to help
        };
    }

    /** The numbers of threads that tests compare. */
    static List<Integer> counts() {
        List<Integer> counts = new ArrayList<>();
        for (int count : COUNTS) {
            counts.add(count);
        }
        return Collections.unmodifiableList(counts);
    }
}
