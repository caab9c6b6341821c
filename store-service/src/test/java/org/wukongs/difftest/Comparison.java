package org.wukongs.difftest;

import org.wukongs.difftest.Verdict.Outcome;

/** The store's answer and RDF4J's beside what is right. */
final class Comparison {

    private final Answer ofStore;
    private final Answer ofPeer;
    private final SpecResult expected;
    private final String storeProblem;
    private final String peerProblem;

    /** {@code expected} is null where only the two can be compared. */
    Comparison(Answer ofStore, Answer ofPeer, Node query, SpecResult expected) {
        this.ofStore = ofStore;
        this.ofPeer = ofPeer;
        this.expected = expected;
        if (expected == null) {
            storeProblem = ofStore.sameBag(ofPeer) ? null : "not as RDF4J";
            peerProblem = null;
        } else {
            storeProblem = ofStore.problem(query, expected);
            peerProblem = ofPeer.problem(query, expected);
        }
    }

    Outcome outcome() {
        if (storeProblem == null) {
            return peerProblem == null ? Outcome.AGREED : Outcome.PEER_DIFFERS;
        }
        return peerProblem == null ? Outcome.STORE_DIFFERS : Outcome.BOTH_DIFFER;
    }

    int rowCount() {
        return expected == null ? ofStore.rows().size() : expected.rows().size();
    }

    @Override
    public String toString() {
        String right =
                expected == null ? "not defined" : Answer.of(expected.solutions()).toString();
        return "\nstore: "
                + shown(storeProblem, ofStore)
                + "\nRDF4J: "
                + shown(peerProblem, ofPeer)
                + "\nby the specification: "
                + right;
    }

    private String shown(String problem, Answer answer) {
        return problem == null && expected != null ? "right" : problem + answer;
    }
}
