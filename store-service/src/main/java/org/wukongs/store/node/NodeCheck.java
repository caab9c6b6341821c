package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongPredicate;
import org.wukongs.client.StoreCheck;
import org.wukongs.id.GivenIds;
import org.wukongs.store.graph.CheckReport;
import org.wukongs.store.graph.StoreChecker;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.stream.StreamChecker;
import org.wukongs.store.stream.StreamCut;
import org.wukongs.store.stream.StreamState;

/** Checks a whole node: its stored graphs, its streams, then its dictionary. */
final class NodeCheck {

    private NodeCheck() {}

    /** In the node's thread; {@code isOwn} is null on a node of its own. */
    static StoreCheck of(
            StoredGraphs stored,
            Collection<StreamState> streams,
            SharedDictionary dictionary,
            LongPredicate isOwn) {
        CheckReport graphs = new StoreChecker(stored, dictionary, isOwn).check();
        List<String> violations = new ArrayList<>();
        graphs.violations().forEach(violation -> violations.add(violation.getMessage()));
        streams.forEach(stream -> check(stream, dictionary, violations));
        long termCount = checkTerms(dictionary, violations);
        return new StoreCheck(graphs.graphCount(), graphs.tripleCount(), termCount, violations);
    }

    private static void check(StreamState stream, GivenIds given, List<String> violations) {
        StreamCut cut = stream.cut();
        String name = stream.definition().name();
        new StreamChecker(
                        name,
                        given,
                        violation -> {
                            if (violations.size() < StoreChecker.VIOLATION_COUNT_MAX) {
                                violations.add(violation.getMessage());
                            }
                        })
                .check(cut.ring(), cut.late(), stream.index());
    }

    /**
     * Checks the dictionary up to the first violation. Damage may also make the check fail, for
     * example at a place that does not exist: any such failure is a finding, not a failure of the
     * node.
     */
    private static long checkTerms(SharedDictionary dictionary, List<String> violations) {
        try {
            return dictionary.check();
        } catch (RuntimeException e) {
            violations.add("the dictionary is damaged: reason=" + e.getMessage());
            return dictionary.termCount();
        }
    }
}
