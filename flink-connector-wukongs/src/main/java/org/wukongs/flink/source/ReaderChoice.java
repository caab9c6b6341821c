package org.wukongs.flink.source;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Chooses the reader of a split: of the readers on the host of the split's node, or of all readers
 * if none is there, the one with the fewest splits.
 */
final class ReaderChoice {

    private ReaderChoice() {}

    /**
     * Returns the subtask of the reader, the lowest one of several that are equally good.
     *
     * @param hostNames what the host of the split's node is called, see {@link #namesOf}
     * @param locations where the readers are, as their TaskManagers are called, by subtask; at
     *     least one
     * @param splitCount of a subtask
     */
    static int of(
            Set<String> hostNames, Map<Integer, String> locations, IntUnaryOperator splitCount) {
        List<Integer> local =
                locations.keySet().stream()
                        .filter(subtask -> hostNames.contains(lower(locations.get(subtask))))
                        .toList();
        Collection<Integer> candidates = local.isEmpty() ? locations.keySet() : local;
        int best = -1;
        for (int subtask : candidates) {
            int difference =
                    best < 0 ? -1 : splitCount.applyAsInt(subtask) - splitCount.applyAsInt(best);
            if (difference < 0 || (difference == 0 && subtask < best)) {
                best = subtask;
            }
        }
        return best;
    }

    /**
     * Returns names and addresses of a host in lower case: a TaskManager may be called by another
     * one than a node. Asks the name service, so it may block.
     */
    static Set<String> namesOf(String host) {
        Set<String> names = new HashSet<>();
        names.add(lower(host));
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                names.add(lower(address.getHostAddress()));
                names.add(lower(address.getCanonicalHostName()));
            }
        } catch (UnknownHostException e) {
            return names; // a name that only the TaskManagers know
        }
        return names;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
