package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.wukongs.benchmarks.engine.NamedQuery;

/** The seven queries, and a mix of the light ones with other constants. */
public final class LubmQueries {

    /** What Q4 and Q5 ask about. */
    static final String DEPARTMENT = "http://www.Department0.University0.edu";

    /** What Q6 asks about. */
    static final String UNIVERSITY = "http://www.University0.edu";

    /**
     * Medians of the original Wukong in µs, Q1 to Q7: the targets of the project's plan. Another
     * machine's, so an order of magnitude rather than a mark.
     */
    static final double[] TARGETS_US = {430, 2_300, 284, 10, 8, 24, 16_500};

    private static final String PREFIX =
            "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n";

    private static final String GRADUATES_OF_OWN_UNIVERSITY =
            "SELECT ?x ?y ?z WHERE { ?x a ub:%s . ?x ub:undergraduateDegreeFrom ?y ."
                    + " ?y a ub:University . ?x ub:memberOf ?z . ?z a ub:Department ."
                    + " ?z ub:subOrganizationOf ?y }";

    /** Q4 to Q6, whose constant may be another one. */
    private static final List<String> LIGHT =
            List.of(
                    "SELECT ?x ?n ?e ?t WHERE { ?x ub:worksFor <%s> . ?x a ub:FullProfessor ."
                            + " ?x ub:name ?n . ?x ub:emailAddress ?e . ?x ub:telephone ?t }",
                    "SELECT ?x WHERE { ?x ub:subOrganizationOf <%s> . ?x a ub:ResearchGroup }",
                    "SELECT ?x ?y WHERE { ?y ub:subOrganizationOf <%s> . ?y a ub:Department ."
                            + " ?x ub:worksFor ?y . ?x a ub:FullProfessor }");

    private LubmQueries() {}

    public static List<NamedQuery> all() {
        return List.of(
                query("Q1", GRADUATES_OF_OWN_UNIVERSITY.formatted("GraduateStudent")),
                query("Q2", "SELECT ?x ?y WHERE { ?x a ub:Course . ?x ub:name ?y }"),
                query("Q3", GRADUATES_OF_OWN_UNIVERSITY.formatted("UndergraduateStudent")),
                light(0, DEPARTMENT),
                light(1, DEPARTMENT),
                light(2, UNIVERSITY),
                query(
                        "Q7",
                        "SELECT ?x ?y ?z WHERE { ?y a ub:FullProfessor . ?x ub:advisor ?y ."
                                + " ?x a ub:UndergraduateStudent . ?x ub:takesCourse ?z ."
                                + " ?z a ub:Course . ?y ub:teacherOf ?z }"));
    }

    /** As below, of a plain file. */
    public static List<NamedQuery> lightMix(Path nTriples, long seed, int count)
            throws IOException {
        return lightMix(LubmData.read(nTriples), seed, count);
    }

    /** {@code count} queries, each of the templates Q4, Q5, Q6 equally likely. */
    static List<NamedQuery> lightMix(LubmData data, long seed, int count) {
        Random random = new Random(seed);
        List<NamedQuery> mix = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int template = random.nextInt(LIGHT.size());
            List<String> constants = template == 2 ? data.universities() : data.departments();
            mix.add(light(template, constants.get(random.nextInt(constants.size()))));
        }
        return mix;
    }

    private static NamedQuery light(int template, String constant) {
        return query("Q" + (4 + template), LIGHT.get(template).formatted(constant));
    }

    private static NamedQuery query(String name, String text) {
        return new NamedQuery(name, PREFIX + text);
    }
}
