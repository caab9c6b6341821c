package org.wukongs.store.dictionary;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * A client's id beside the sweep that reclaims its term: it is taken, and the term stays, or it is
 * refused, and the term is gone.
 */
@JCStressTest
@Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "marked before the sweep")
@Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "refused after the sweep")
@State
public class TermMarkRace {

    private final ForgottenTerm term = new ForgottenTerm();

    @Actor
    public void mark(ZZZ_Result r) {
        r.r1 = term.dictionary.keep(term.vid);
    }

    @Actor
    public void sweep(ZZZ_Result r) {
        r.r2 = term.dictionary.reclamation().endRound() == 1;
    }

    @Arbiter
    public void end(ZZZ_Result r) {
        boolean found = term.dictionary.findVertex(ForgottenTerm.TEXT) == term.vid;
        r.r3 = found == r.r1 && term.dictionary.isGivenVid(term.vid) == r.r1;
        term.close();
    }
}
