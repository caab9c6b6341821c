package org.wukongs.store.load;

import java.util.List;
import java.util.TreeSet;
import org.wukongs.error.WukongsException;

/** Collects the errors of a load, from any of its threads. */
final class LoadFailures {

    /** Bad statements that are reported one by one; the others are only counted. */
    private static final int NAMED_MAX = 10;

    private final boolean skipBad;
    private final TreeSet<BadStatement> named = new TreeSet<>();
    private long badCount;
    private Throwable abortedBy;

    LoadFailures(boolean skipBad) {
        this.skipBad = skipBad;
    }

    boolean skipBad() {
        return skipBad;
    }

    /** Counts a bad statement; ends the load unless bad statements are skipped. */
    synchronized void bad(BadStatement statement) {
        badCount++;
        named.add(statement);
        if (named.size() > NAMED_MAX) {
            named.pollLast();
        }
    }

    /** Ends the load by an error other than a bad statement. */
    synchronized void abort(Throwable cause) {
        abortedBy = abortedBy == null ? cause : abortedBy;
    }

    /** Returns true if the load has ended by an error. */
    synchronized boolean stopped() {
        return abortedBy != null || (!skipBad && badCount > 0);
    }

    /**
     * Returns true if this part of a file no longer matters. Parts before the first error still do:
     * they may contain an earlier one.
     */
    synchronized boolean stoppedBefore(SourceFile file, int block) {
        return stopped() && (abortedBy != null || isBehindFirst(file, block));
    }

    private boolean isBehindFirst(SourceFile file, int block) {
        BadStatement first = named.first();
        int files = Integer.compare(file.ordinal(), first.file().ordinal());
        return files > 0 || (files == 0 && block > first.block());
    }

    /** Throws the error that ended the load, if any; all its threads must have ended. */
    synchronized void check() {
        if (abortedBy instanceof RuntimeException e) {
            throw e;
        }
        if (abortedBy instanceof Error e) {
            throw e;
        }
        if (stopped()) {
            throw WukongsException.user("bad RDF: " + named.first().text());
        }
    }

    synchronized long badCount() {
        return badCount;
    }

    /** Returns the first bad statements, as text. */
    synchronized List<String> named() {
        return named.stream().map(BadStatement::text).toList();
    }
}
