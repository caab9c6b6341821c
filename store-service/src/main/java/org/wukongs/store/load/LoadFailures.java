package org.wukongs.store.load;

import java.util.List;
import java.util.TreeSet;
import org.wukongs.error.WukongsException;

/** What goes wrong in a load, told by any of its threads. */
final class LoadFailures {

    /** Bad statements that are named; the rest is a number. */
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

    /** Counts a bad statement; ends the load unless those are skipped. */
    synchronized void bad(BadStatement statement) {
        badCount++;
        named.add(statement);
        if (named.size() > NAMED_MAX) {
            named.pollLast();
        }
    }

    /** Ends the load: it cannot go on. */
    synchronized void abort(Throwable cause) {
        abortedBy = abortedBy == null ? cause : abortedBy;
    }

    /** Is there no more to do? */
    synchronized boolean stopped() {
        return abortedBy != null || (!skipBad && badCount > 0);
    }

    /**
     * Can nothing that this part of a file says matter any more? What comes before the first error
     * still does: it may hold an earlier one.
     */
    synchronized boolean stoppedBefore(SourceFile file, int block) {
        return stopped() && (abortedBy != null || isBehindFirst(file, block));
    }

    private boolean isBehindFirst(SourceFile file, int block) {
        BadStatement first = named.first();
        int files = Integer.compare(file.ordinal(), first.file().ordinal());
        return files > 0 || (files == 0 && block > first.block());
    }

    /** Throws what ended the load, if anything did; all its threads must have come to their end. */
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

    /** The first bad statements, as text. */
    synchronized List<String> named() {
        return named.stream().map(BadStatement::text).toList();
    }
}
