package org.wukongs.flink.sink;

import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.NTriples;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Tuple;
import org.wukongs.text.Surrogates;

/**
 * Checks that a store takes a tuple: terms in N-Triples normal form, not too long and each of a
 * kind that its place allows, and a valid event time. An invalid tuple would fail its request, and
 * with it the job. Not thread-safe.
 *
 * <p>Streams repeat their terms, and a string caches its hash: a term found valid recently is
 * compared, not scanned again.
 */
@Internal
public final class TupleCheck {

    /** 48 MiB at three bytes for each character, below a store's 64 MiB for each term. */
    public static final int TERM_CHARS_MAX = 1 << 24;

    /** Terms known to be valid: up to 2 MB with their strings. */
    private static final int KNOWN_COUNT = 1 << 12;

    private static final int KNOWN_CHARS_MAX = 256;

    private final String[] known = new String[KNOWN_COUNT];

    /** Throws a {@link BadTupleException} that names the field. */
    public Tuple checked(Tuple tuple) {
        checkEventTime("event time", tuple.eventTimeMs());
        checkSubject("subject", tuple.subject());
        checkPredicate("predicate", tuple.predicate());
        checkTerm("object", tuple.object());
        return tuple;
    }

    public static void checkEventTime(String field, long timeMs) {
        if (timeMs < 0 || timeMs > InputLimits.EVENT_TIME_MS_MAX) {
            throw new BadTupleException(
                    field,
                    timeMs,
                    "an event time must be in ms since 1970 and before the year 10000");
        }
    }

    public void checkSubject(String field, String term) {
        checkTerm(field, term);
        if (term.charAt(0) == '"') {
            throw new BadTupleException(field, term, "a subject must not be a literal");
        }
    }

    public void checkPredicate(String field, String term) {
        checkTerm(field, term);
        if (term.charAt(0) != '<') {
            throw new BadTupleException(field, term, "a predicate must be an IRI");
        }
    }

    public void checkTerm(String field, String term) {
        int slot = term.hashCode() & (KNOWN_COUNT - 1);
        if (term.equals(known[slot])) {
            return;
        }
        if (term.length() > TERM_CHARS_MAX) {
            throw new BadTupleException(
                    field, term, "a term must have at most " + TERM_CHARS_MAX + " characters");
        }
        if (Surrogates.firstLone(term) >= 0) {
            throw new BadTupleException(field, term, "half of a surrogate pair is not a character");
        }
        if (!NTriples.isCanonical(term)) {
            throw new BadTupleException(
                    field,
                    term,
                    "not an N-Triples term in its normal form, absolute <IRI>, \"literal\", with"
                            + " @language or ^^<datatype>, or _:blank");
        }
        if (term.length() <= KNOWN_CHARS_MAX) {
            known[slot] = term;
        }
    }
}
