package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.difftest.Verdict.Outcome;

/** One set of data in all engines; judges queries over it. */
final class Court implements AutoCloseable {

    /** Changes no solution; one more operator, which may make the store take another way. */
    private static final String EMPTY_VALUES = " VALUES () { () }";

    /** A text for the store, and what RDF4J gets, which takes an empty VALUES for no solution. */
    private record Variant(Node query, String text, String ofPeer) {}

    private final RdfData data;
    private final StoreEngine store;
    private final Rdf4jEngine peer;

    Court(RdfData data, Path folder, int nodeCount) {
        this.data = data;
        this.store = new StoreEngine(data.toString(), folder, nodeCount);
        this.peer = new Rdf4jEngine(data);
    }

    Verdict judge(Node query) {
        for (Kind clause : List.of(Kind.FROM, Kind.FROM_NAMED)) {
            if (query.all(clause).stream().anyMatch(from -> !data.has(from.value()))) {
                return new Verdict(Outcome.REJECTED, "FROM names a graph that is not there", 0);
            }
        }
        try {
            return judge(query, SpecSelect.evaluate(query, data));
        } catch (SpecEvaluator.TooLarge e) {
            return new Verdict(Outcome.TOO_LARGE, "", 0);
        }
    }

    /** {@code expected} is null where the specification does not say. */
    Verdict judge(Node query, SpecResult expected) {
        if (expected != null && expected.ambiguous()) {
            return new Verdict(Outcome.AMBIGUOUS, "", expected.rows().size());
        }
        Verdict worst = null;
        for (Variant variant : variants(query)) {
            Verdict verdict = judge(query, variant, expected);
            worst = worst == null || verdict.isWorseThan(worst) ? verdict : worst;
        }
        return worst;
    }

    private Verdict judge(Node query, Variant variant, SpecResult expected) {
        Answer ofStore = store.answer(variant.text());
        Answer ofPeer = peer.answer(query, variant.ofPeer());
        if (ofStore.isRejected() && ofPeer.isRejected()) {
            return new Verdict(Outcome.REJECTED, ofStore.failure(), 0);
        }
        Comparison comparison = new Comparison(ofStore, ofPeer, query, expected);
        if (comparison.outcome() == Outcome.AGREED) {
            return new Verdict(Outcome.AGREED, "", comparison.rowCount());
        }
        // What the parser gets decides, and it gets the text of this variant.
        List<String> reasons =
                comparison.outcome() == Outcome.PEER_DIFFERS
                        ? PeerFaults.ofPeer(variant.query(), data)
                        : PeerFaults.ofStore(variant.query(), data);
        return reasons.isEmpty()
                ? new Verdict(
                        comparison.outcome(),
                        "text: " + variant.text() + comparison,
                        comparison.rowCount())
                : new Verdict(Outcome.PEER_FAULT, reasons.get(0), comparison.rowCount());
    }

    /** Texts with the same solutions, for which the store may take other ways. */
    private static List<Variant> variants(Node query) {
        String text = query.toString();
        List<Variant> variants = new ArrayList<>(List.of(new Variant(query, text, text)));
        if (query.first(Kind.VALUES) == null) {
            variants.add(new Variant(query, text + EMPTY_VALUES, text));
        }
        Node reordered = Reordered.of(query);
        if (!reordered.equals(query)) {
            variants.add(new Variant(reordered, reordered.toString(), reordered.toString()));
        }
        return variants;
    }

    @Override
    public void close() {
        peer.close();
        store.close();
    }
}
