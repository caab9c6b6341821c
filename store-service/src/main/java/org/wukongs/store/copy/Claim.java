package org.wukongs.store.copy;

import java.util.Comparator;
import org.wukongs.store.checkpoint.LogPoint;

/**
 * A store's right to copy to a place. Each start takes a new one; the greatest counts, and fences
 * all others. Its text is part of the names of all objects that are put by it, so a store that was
 * replaced cannot overwrite anything of its successor's.
 *
 * @param epoch greater than that of all claims which the store has found; {@link #BACKUP} for a
 *     copy made once, which nobody goes on with
 * @param owner of a data directory, drawn at random when it is used first
 */
record Claim(long epoch, long owner) implements Comparable<Claim> {

    static final long BACKUP = 0;

    private static final Comparator<Claim> ORDER =
            Comparator.comparingLong(Claim::epoch)
                    .thenComparing(Claim::owner, Long::compareUnsigned);

    /** Parses what {@link #toString} makes. */
    static Claim parse(String text) {
        int at = text.indexOf('-');
        if (at < 0) {
            throw new IllegalArgumentException("not EPOCH-OWNER: " + text);
        }
        return new Claim(
                Long.parseLong(text.substring(0, at)), LogPoint.parseId(text.substring(at + 1)));
    }

    @Override
    public int compareTo(Claim other) {
        return ORDER.compare(this, other);
    }

    /** Returns a text whose order is that of claims. */
    @Override
    public String toString() {
        return String.format("%012d-%s", epoch, LogPoint.idText(owner));
    }
}
