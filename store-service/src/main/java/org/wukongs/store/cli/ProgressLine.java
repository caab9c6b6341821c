package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/**
 * A progress line that is rewritten on a terminal: share, rate and time left. Silent if there is no
 * terminal. Any thread may report.
 */
final class ProgressLine implements AutoCloseable {

    private static final long REFRESH_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final double MEGABYTE = 1_000_000.0;

    private final String what;
    private final long totalBytes;
    private final PrintWriter err;
    private final boolean terminal = Ansi.AUTO.enabled();
    private final long startNs = System.nanoTime();
    private long shownNs = startNs;
    private long bytes;
    private boolean shown;

    ProgressLine(String what, long totalBytes, PrintWriter err) {
        this.what = what;
        this.totalBytes = totalBytes;
        this.err = err;
    }

    /** Begins a phase whose progress cannot be counted in bytes. */
    synchronized void phase(String name) {
        if (terminal) {
            shown = true;
            err.print("\r\u001b[K" + name + " ");
            err.flush();
        }
    }

    synchronized void advance(long moreBytes) {
        bytes += moreBytes;
        long nowNs = System.nanoTime();
        if (terminal && nowNs - shownNs > REFRESH_NS) {
            shownNs = nowNs;
            shown = true;
            double seconds = (nowNs - startNs) / 1e9;
            double rate = bytes / seconds;
            err.printf(
                    Locale.ROOT,
                    "\r%s %3.0f %%  %.1f MB/s  %.0f s left ",
                    what,
                    100.0 * bytes / Math.max(1, totalBytes),
                    rate / MEGABYTE,
                    Math.max(0, totalBytes - bytes) / Math.max(1, rate));
            err.flush();
        }
    }

    @Override
    public synchronized void close() {
        if (shown) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
