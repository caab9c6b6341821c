package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.difftest.RdfData.Quad;
import org.wukongs.difftest.RdfData.Triple;
import org.wukongs.difftest.Verdict.Outcome;

/**
 * Judges executions of one continuous query: by the specification, and by RDF4J where that does not
 * say, where the store is wrong by it, and now and then else.
 */
final class ContinuousCourt {

    /** Loading a store of RDF4J costs more than all else of a case. */
    private static final int PEER_ONE_IN = 10;

    private static final String MERGED = "http://x/merged";

    private final StreamHistory history;
    private final ContinuousQuery query;
    private final boolean timestamps;
    private final Node merged;
    private RdfData lastData;
    private SpecResult lastExpected;
    private int caseCount;

    ContinuousCourt(StreamHistory history, ContinuousQuery query) {
        this.history = history;
        this.query = query;
        this.merged = merged(query.query());
        this.timestamps = query.query().toString().contains(SpecTimestamps.FUNCTION);
    }

    /** Null where the specification does not say. */
    static SpecResult expected(StreamHistory history, ContinuousQuery query, long windowEndMs) {
        return expected(history, query, windowEndMs, history.at(query.windows(), windowEndMs));
    }

    private static SpecResult expected(
            StreamHistory history, ContinuousQuery query, long windowEndMs, RdfData data) {
        return SpecSelect.evaluate(
                query.query(),
                SpecDataset.of(query.query(), data, StreamHistory.graphs(query.windows())),
                new WindowTimes(history, query, windowEndMs));
    }

    Verdict judge(long windowEndMs, Answer ofStore) {
        RdfData data = history.at(query.windows(), windowEndMs);
        try {
            if (timestamps || !data.equals(lastData)) {
                lastExpected = expected(history, query, windowEndMs, data);
                lastData = data;
            }
        } catch (SpecEvaluator.TooLarge e) {
            lastData = null;
            return new Verdict(Outcome.TOO_LARGE, "", 0);
        }
        return judge(windowEndMs, ofStore, data, lastExpected);
    }

    private Verdict judge(long windowEndMs, Answer ofStore, RdfData data, SpecResult expected) {
        if (expected != null && expected.ambiguous()) {
            return new Verdict(Outcome.AMBIGUOUS, "", expected.rows().size());
        }
        boolean right = expected != null && ofStore.problem(query.query(), expected) == null;
        if (right && (timestamps || caseCount++ % PEER_ONE_IN > 0)) {
            return new Verdict(Outcome.AGREED, "", expected.rows().size());
        }
        Answer ofPeer = timestamps ? Answer.failed("no timestamp()") : ofPeer(data);
        Comparison comparison = new Comparison(ofStore, ofPeer, query.query(), expected);
        if (comparison.outcome() == Outcome.AGREED) {
            return new Verdict(Outcome.AGREED, "", comparison.rowCount());
        }
        List<String> reasons =
                comparison.outcome() == Outcome.PEER_DIFFERS
                        ? PeerFaults.ofPeer(merged, data)
                        : PeerFaults.ofStore(merged, data);
        return reasons.isEmpty()
                ? new Verdict(
                        comparison.outcome(),
                        "at t=" + windowEndMs + " of " + query.text() + comparison,
                        comparison.rowCount())
                : new Verdict(Outcome.PEER_FAULT, reasons.get(0), comparison.rowCount());
    }

    /** Does RDF4J take the body for SPARQL? */
    boolean peerRejects() {
        return !timestamps && ofPeer(new RdfData(List.of())).isRejected();
    }

    /** RDF4J gets the default graph as one graph; it would take a triple of two members for two. */
    private static Node merged(Node query) {
        List<Node> kids = new ArrayList<>();
        for (Node kid : query.kids()) {
            if (kid.is(Kind.GROUP)) {
                kids.add(Node.leaf(Kind.FROM, MERGED));
            }
            if (!kid.is(Kind.FROM)) {
                kids.add(kid);
            }
        }
        return new Node(query.kind(), query.value(), kids);
    }

    private Answer ofPeer(RdfData data) {
        List<Quad> quads = new ArrayList<>(data.quads());
        for (Node from : query.query().all(Kind.FROM)) {
            addCopy(data, from.value(), MERGED, quads);
        }
        addCopy(data, Terms.DEFAULT_GRAPH, Terms.DEFAULT_GRAPH, quads);
        try (Rdf4jEngine peer = new Rdf4jEngine(new RdfData(quads))) {
            return peer.answer(merged, merged.toString());
        }
    }

    private static void addCopy(RdfData data, String from, String to, List<Quad> into) {
        for (Triple triple : data.graph(from.equals(Terms.DEFAULT_GRAPH) ? null : from)) {
            into.add(new Quad(to, triple));
        }
    }
}
