package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleModel.Ids;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/** Every pair of patterns over two vertices, one predicate and three variables, on one graph. */
class SmallPatternsTest {

    private static final int COLUMNS = 3;

    private final TermDictionary dictionary = new TermDictionary(100);
    private final long likes = dictionary.predicateId("<likes>");
    private final long ann = dictionary.vertexId("<ann>");
    private final long bob = dictionary.vertexId("<bob>");
    private final long[] constants = {ann, bob, likes};
    private final Set<Ids> model = new LinkedHashSet<>();
    private final TripleIndex graph = new TripleIndex();

    /** With a loop, and a predicate that is a subject and an object too. */
    SmallPatternsTest() {
        long likesVertex = dictionary.vertexOfPredicate(likes);
        add(ann, likes, ann);
        add(ann, likes, bob);
        add(bob, 1, likesVertex);
        add(likesVertex, 1, bob);
        add(likesVertex, likes, likesVertex);
    }

    private void add(long s, long p, long o) {
        model.add(new Ids(s, p, o));
        graph.add(s, p, o);
    }

    private static List<TriplePattern> patterns() {
        List<Place> vertices = List.of(Place.constant(0), Place.constant(1), column(0), column(1));
        List<Place> predicates = List.of(Place.constant(2), column(0), column(2));
        List<TriplePattern> patterns = new ArrayList<>();
        for (Place subject : vertices) {
            for (Place predicate : predicates) {
                for (Place object : vertices) {
                    patterns.add(new TriplePattern(0, subject, predicate, object));
                }
            }
        }
        return patterns;
    }

    private static Place column(int column) {
        return Place.column(column);
    }

    @Test
    void everyPair() {
        SystemNanoClock clock = new SystemNanoClock();
        Explorer explorer =
                new Explorer(
                        new TripleView[] {graph},
                        constants,
                        new RowFilter[0],
                        dictionary,
                        new ExecutionBudget(ExecutionLimits.DEFAULT, clock, clock.nanoTime()));
        NaiveExploration naive =
                new NaiveExploration(List.of(model), constants, List.of(), dictionary);
        BindingTable unit = BindingTable.unit(COLUMNS);
        List<List<Long>> unitRows = RandomExploration.rows(unit);
        for (TriplePattern first : patterns()) {
            for (TriplePattern second : patterns()) {
                BasicGraphPattern pair = BasicGraphPattern.of(first, second);
                List<List<Long>> found = RandomExploration.rows(explorer.extend(unit, pair));
                assertThat(RandomExploration.sorted(found))
                        .as("%s", pair)
                        .isEqualTo(RandomExploration.sorted(naive.extend(unitRows, pair)));
            }
        }
    }
}
