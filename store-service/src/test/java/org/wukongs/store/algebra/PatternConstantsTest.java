package org.wukongs.store.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermReclamation;

/** What constants remember of their ids, beside looking each of them up. */
class PatternConstantsTest {

    private static final int CASES = 200;
    private static final int STEPS = 60;
    private static final int TERM_COUNT_MAX = 10_000;

    private final Random random = Seeds.random(getClass());

    @Test
    void idsAreThoseOfTheDictionary() {
        for (int i = 0; i < CASES; i++) {
            try (TermDictionary dictionary = new TermDictionary(TERM_COUNT_MAX)) {
                runCase(dictionary);
            }
        }
    }

    private void runCase(TermDictionary dictionary) {
        TermReclamation reclamation = dictionary.reclamation();
        PatternConstants model = new PatternConstants();
        boolean[] predicates = new boolean[1 + random.nextInt(6)];
        for (int i = 0; i < predicates.length; i++) {
            predicates[i] = random.nextBoolean();
            model.add(term(), predicates[i]);
        }
        List<PatternConstants> all = new ArrayList<>(List.of(model));
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0 -> dictionary.vertexId(term());
                case 1 -> dictionary.predicateId(term());
                case 2 -> {
                    reclamation.beginRound();
                    reclamation.endRound();
                }
                case 3 -> all.add(alike(all.get(random.nextInt(all.size()))));
                default -> check(all.get(random.nextInt(all.size())), predicates, dictionary);
            }
        }
    }

    private String term() {
        return "<http://x/" + random.nextInt(12) + ">";
    }

    private PatternConstants alike(PatternConstants of) {
        List<String> terms = new ArrayList<>(of.terms());
        terms.replaceAll(term -> random.nextInt(3) == 0 ? term() : term);
        return of.with(terms);
    }

    private void check(PatternConstants constants, boolean[] predicates, TermDictionary terms) {
        long[] ids = constants.ids(terms);
        for (int i = 0; i < predicates.length; i++) {
            String term = constants.term(i);
            assertThat(ids[i])
                    .isEqualTo(predicates[i] ? terms.findPredicate(term) : terms.findVertex(term));
        }
        ids[0] = -2; // it is the caller's
    }
}
