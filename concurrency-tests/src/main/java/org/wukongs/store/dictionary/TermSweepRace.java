package org.wukongs.store.dictionary;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * A look-up beside the sweep that reclaims its term: it finds the term, which then stays, or it
 * finds nothing, and the term is gone.
 */
@JCStressTest
@Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "found before the sweep")
@Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "looked up after the sweep")
@State
public class TermSweepRace {

    private final ForgottenTerm term = new ForgottenTerm();
    private long found;

    @Actor
    public void lookUp(ZZZ_Result r) {
        found = term.dictionary.findVertex(ForgottenTerm.TEXT);
        r.r1 = found == term.vid;
    }

    @Actor
    public void sweep(ZZZ_Result r) {
        r.r2 = term.dictionary.reclamation().endRound() == 1;
    }

    @Arbiter
    public void end(ZZZ_Result r) {
        boolean given = term.dictionary.isGivenVid(term.vid);
        long again = term.dictionary.findVertex(ForgottenTerm.TEXT);
        r.r3 = given == r.r1 && again == found;
        term.close();
    }
}
