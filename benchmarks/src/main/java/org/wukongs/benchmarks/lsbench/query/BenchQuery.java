package org.wukongs.benchmarks.lsbench.query;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;

/**
 * One query to register.
 *
 * @param constant number of the user or person in it, 0 where it has none
 */
public record BenchQuery(QueryClass queryClass, String name, long constant) {

    public String text() {
        return queryClass.text(name, constant);
    }

    /** So many queries of each class, class by class, with constants drawn from the data. */
    public static List<BenchQuery> draw(
            Map<QueryClass, Integer> counts, StoredTerms terms, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<BenchQuery> queries = new ArrayList<>();
        for (QueryClass queryClass : QueryClass.values()) {
            for (int i = 0; i < counts.getOrDefault(queryClass, 0); i++) {
                String name = queryClass + "x" + i;
                queries.add(new BenchQuery(queryClass, name, queryClass.draw(terms, random)));
            }
        }
        return queries;
    }

    /** {@code variants} of each class that has constants, one of each other class. */
    public static List<BenchQuery> variants(int variants, StoredTerms terms, long seed) {
        Map<QueryClass, Integer> counts = new EnumMap<>(QueryClass.class);
        for (QueryClass queryClass : QueryClass.values()) {
            counts.put(queryClass, queryClass.hasConstant() ? variants : 1);
        }
        return draw(counts, terms, seed);
    }
}
