package org.wukongs.e2e;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is different between two descriptions of the public API, as {@link PublicApi#signatures()}
 * makes them.
 *
 * @param broken lines that callers or implementers of the former API trip over
 * @param added lines that nobody trips over
 */
record ApiChange(List<String> broken, List<String> added) {

    /**
     * A line that is gone is a break, a changed one thereby too. So is a new method that is to be
     * implemented, in a type that was there.
     */
    static ApiChange between(Collection<String> before, Collection<String> after) {
        Set<String> types = before.stream().map(ApiChange::type).collect(Collectors.toSet());
        Set<String> gone = new TreeSet<>(before);
        gone.removeAll(after);
        Set<String> come = new TreeSet<>(after);
        come.removeAll(before);
        Set<String> demands =
                come.stream()
                        .filter(line -> types.contains(type(line)) && line.contains(" abstract "))
                        .filter(line -> line.contains("("))
                        .collect(Collectors.toCollection(TreeSet::new));
        come.removeAll(demands);
        gone.addAll(demands);
        return new ApiChange(List.copyOf(gone), List.copyOf(come));
    }

    private static String type(String line) {
        return line.substring(0, line.indexOf(": "));
    }
}
