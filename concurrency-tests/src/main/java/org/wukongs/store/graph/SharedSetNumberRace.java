package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIIII_Result;

/**
 * Two parts of an insert number two new predicate sets whose numbers stand at one place, each the
 * other's set second: a part gets the number of its set, and both get the same.
 */
@JCStressTest
@Outcome(id = "1, 2, 1, 2, 2", expect = Expect.ACCEPTABLE, desc = "the first part's set first")
@Outcome(id = "2, 1, 2, 1, 2", expect = Expect.ACCEPTABLE, desc = "the second part's set first")
@State
public class SharedSetNumberRace {

    private static final int SETS_MAX = 4; // more than the two: at the limit a set may have none
    private static final int[] SET = {1};
    private static final int[] SAME_PLACE = {samePlace()};

    private final PredicateSets sets = new PredicateSets(SETS_MAX);

    private static int samePlace() {
        int slotCount = 4 * SETS_MAX;
        int slot = PredicateSets.slot(SET, 1, slotCount);
        int pid = SET[0] + 1;
        while (PredicateSets.slot(new int[] {pid}, 1, slotCount) != slot) {
            pid++;
        }
        return pid;
    }

    private int numberOf(int[] set) {
        return sets.numberOf(set, set.length, PredicateSets.OWN);
    }

    @Actor
    public void part(IIIII_Result r) {
        r.r1 = numberOf(SET);
        r.r2 = numberOf(SAME_PLACE);
    }

    @Actor
    public void otherPart(IIIII_Result r) {
        r.r4 = numberOf(SAME_PLACE);
        r.r3 = numberOf(SET);
    }

    @Arbiter
    public void end(IIIII_Result r) {
        r.r5 = sets.count();
    }
}
