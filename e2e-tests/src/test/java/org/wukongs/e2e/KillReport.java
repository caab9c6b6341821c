package org.wukongs.e2e;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.wukongs.e2e.KillPlan.Kill;

/** What a {@link KillRun} killed, what was in flight then, and how long it took to go on. */
final class KillReport {

    private static final double NS_PER_S = 1e9;

    /** One kill, or what was stopped and went on. */
    private static final class Entry {

        private final String what;
        private final long atNs;
        private final long sentMs; // event time up to which the input was sent
        private final long committedMs; // event time up to which windows were committed
        private final long openCount; // records in open transactions
        private long nextNs; // 0 before there was one
        private long caughtUpNs;

        private Entry(String what, long sentMs, long committedMs, long openCount) {
            this.what = what;
            this.atNs = System.nanoTime();
            this.sentMs = sentMs;
            this.committedMs = committedMs;
            this.openCount = openCount;
        }

        private void committed(long untilMs) {
            if (nextNs == 0 && untilMs > committedMs) {
                nextNs = System.nanoTime();
            }
            if (caughtUpNs == 0 && untilMs > sentMs) {
                caughtUpNs = System.nanoTime();
            }
        }

        /** True if windows were written and not committed. */
        private boolean inFlight() {
            return openCount > 0;
        }

        private String row(long startMs) {
            return String.format(
                    Locale.ROOT,
                    "%8.1f s | %9d ms | %7d | %6s | %9s | %s",
                    (sentMs - startMs) / 1e3,
                    sentMs - committedMs,
                    openCount,
                    seconds(nextNs),
                    seconds(caughtUpNs),
                    what);
        }

        private String seconds(long ns) {
            return ns == 0 ? "-" : String.format(Locale.ROOT, "%.1f s", (ns - atNs) / NS_PER_S);
        }
    }

    private final long startMs;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<KillTarget, Integer> killed = new EnumMap<>(KillTarget.class);
    private final Map<KillTarget, Integer> stopped = new EnumMap<>(KillTarget.class);
    private final Map<String, Integer> ended = new TreeMap<>();
    private String checked = "not checked";

    /** Of a run whose input begins at {@code startMs}. */
    KillReport(long startMs) {
        this.startMs = startMs;
    }

    /** To be called before anything is hit. */
    void add(Kill kill, long sentMs, long committedMs, long openCount) {
        entries.add(new Entry(kill.toString(), sentMs, committedMs, openCount));
    }

    /** How much was sent at the last kill, 0 before the first. */
    long lastSentMs() {
        return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).sentMs;
    }

    void killed(KillTarget target) {
        killed.merge(target, 1, Integer::sum);
    }

    void stopped(KillTarget target) {
        stopped.merge(target, 1, Integer::sum);
    }

    /** A process has ended that was not killed. */
    void ended(KillTarget target) {
        ended.merge(target.label(), 1, Integer::sum);
    }

    /** Windows up to this event time are committed now. */
    void committed(long untilMs) {
        entries.forEach(entry -> entry.committed(untilMs));
    }

    void checked(String what) {
        checked = what;
    }

    /** How many kills hit windows that were written and not committed. */
    int inFlightCount() {
        return (int) entries.stream().filter(Entry::inFlight).count();
    }

    /** Kills in all, those of several targets at once counted for each. */
    int killCount() {
        return killed.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("   input    | not committed | open tx |  next  | caught up | killed");
        entries.forEach(entry -> lines.add(entry.row(startMs)));
        lines.add("killed: " + killed + " stopped: " + stopped + " ended by themselves: " + ended);
        lines.add("kills with something in flight: " + inFlightCount() + " of " + entries.size());
        return lines.add(checked).toString();
    }
}
