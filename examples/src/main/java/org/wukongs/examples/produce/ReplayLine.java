package org.wukongs.examples.produce;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.wukongs.kafka.replay.ReplayProgress;
import picocli.CommandLine.Help.Ansi;

/**
 * Progress line on a terminal: tuples, share, rate and time left. Silent if there is no terminal.
 */
final class ReplayLine implements AutoCloseable {

    private static final long REFRESH_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final PrintWriter err;
    private final boolean terminal = Ansi.AUTO.enabled();
    private final long startNs = System.nanoTime();
    private long shownNs = startNs;
    private double firstShare = Double.NaN;

    ReplayLine(PrintWriter err) {
        this.err = err;
    }

    void show(ReplayProgress progress) {
        long nowNs = System.nanoTime();
        if (Double.isNaN(firstShare)) {
            firstShare = progress.share();
        }
        if (terminal && nowNs - shownNs > REFRESH_NS) {
            shownNs = nowNs;
            double seconds = (nowNs - startNs) / 1e9;
            double done = Math.max(1e-9, progress.share() - firstShare);
            err.printf(
                    Locale.ROOT,
                    "\r\u001b[K%d tuples  %.0f %%  %.0f/s  %.0f s left ",
                    progress.tuples(),
                    100 * progress.share(),
                    (progress.tuples() - progress.earlier()) / seconds,
                    (1 - progress.share()) * seconds / done);
            err.flush();
        }
    }

    @Override
    public void close() {
        if (shownNs != startNs) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
