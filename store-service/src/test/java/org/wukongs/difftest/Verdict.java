package org.wukongs.difftest;

/**
 * What comes of one case.
 *
 * @param reason of a known fault, or what is different
 * @param rowCount that the query has by the specification
 */
record Verdict(Outcome outcome, String reason, int rowCount) {

    /** From good to bad. */
    enum Outcome {
        AGREED,
        /** The specification leaves the result open, so nothing was compared. */
        AMBIGUOUS,
        /** More solutions than nested loops should carry. */
        TOO_LARGE,
        /** By accident no SPARQL. */
        REJECTED,
        /** RDF4J answers otherwise than the specification, for a listed reason. */
        PEER_FAULT,
        /** RDF4J answers otherwise, and nobody knows why. */
        PEER_DIFFERS,
        /** Both answer otherwise than the specification. */
        BOTH_DIFFER,
        /** The store answers otherwise, RDF4J as the specification. */
        STORE_DIFFERS
    }

    boolean isDifferent() {
        return outcome.compareTo(Outcome.PEER_DIFFERS) >= 0;
    }

    boolean isWorseThan(Verdict other) {
        return outcome.compareTo(other.outcome) > 0;
    }
}
