package org.wukongs.store.server;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.wukongs.store.checkpoint.ReadProgress;

/**
 * Says how far a start has read what is on disk: the first time after a second, then every few
 * seconds, each a line. Used by the thread that starts the store.
 */
public final class StartProgress implements ReadProgress {

    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(5);

    private static final double MEGABYTE = 1e6;

    private final NanoClock clock;
    private final Consumer<String> lines;

    private String what = "";
    private long totalBytes;
    private long beginNs;
    private long nextNs;

    public StartProgress(NanoClock clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
    }

    @Override
    public void begin(String name, long total) {
        what = name;
        totalBytes = total;
        beginNs = clock.nanoTime();
        nextNs = beginNs + FIRST_NS;
    }

    @Override
    public void read(long bytes) {
        long nowNs = clock.nanoTime();
        if (nowNs - nextNs < 0 || bytes <= 0 || bytes >= totalBytes) {
            return;
        }
        nextNs = nowNs + PAUSE_NS;
        double share = (double) bytes / totalBytes;
        double seconds = (nowNs - beginNs) / 1e9;
        lines.accept(
                String.format(
                        Locale.ROOT,
                        "reading %s: %.0f %% of %.0f MB, about %.0f s left",
                        what,
                        100 * share,
                        totalBytes / MEGABYTE,
                        seconds / share - seconds));
    }
}
