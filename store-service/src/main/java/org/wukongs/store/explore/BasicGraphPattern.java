package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A basic graph pattern: triple patterns that have to match together, and filters over their
 * solutions. Constants, views and filters are named by index, so that one pattern and its plan
 * serve any number of executions that differ in these.
 *
 * @param patterns in any order: the planner chooses
 * @param filters evaluated as soon as their variables are bound
 */
public record BasicGraphPattern(List<TriplePattern> patterns, List<PatternFilter> filters) {

    public BasicGraphPattern {
        patterns = List.copyOf(patterns);
        filters = List.copyOf(filters);
    }

    /** Returns a pattern without filters. */
    public static BasicGraphPattern of(TriplePattern... patterns) {
        return new BasicGraphPattern(Arrays.asList(patterns), List.of());
    }

    /** Returns the distinct columns of the variables of its triple patterns. */
    public int[] variables() {
        int[] found = new int[patterns.size() * 3];
        int count = 0;
        for (TriplePattern pattern : patterns) {
            count = add(pattern.subject().column(), found, count);
            count = add(pattern.predicate().column(), found, count);
            count = add(pattern.object().column(), found, count);
        }
        return Arrays.copyOf(found, count);
    }

    private static int add(int column, int[] found, int count) {
        for (int i = 0; i < count; i++) {
            if (found[i] == column) {
                return count;
            }
        }
        if (column < 0) {
            return count;
        }
        found[count] = column;
        return count + 1;
    }

    /** Returns the indexes of the constants of its triple patterns, as often as they occur. */
    int[] constants() {
        return patterns.stream()
                .flatMap(triple -> Stream.of(triple.subject(), triple.predicate(), triple.object()))
                .filter(Place::isConstant)
                .mapToInt(Place::constant)
                .toArray();
    }

    /** Returns one more than the highest column that it names. */
    public int columnCount() {
        int highest = -1;
        for (TriplePattern pattern : patterns) {
            highest = Math.max(highest, pattern.subject().column());
            highest = Math.max(highest, pattern.predicate().column());
            highest = Math.max(highest, pattern.object().column());
        }
        for (PatternFilter filter : filters) {
            for (int column : filter.columns()) {
                highest = Math.max(highest, column);
            }
        }
        return highest + 1;
    }
}
