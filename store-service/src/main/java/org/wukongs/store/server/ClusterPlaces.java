package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The numbers of the nodes of a cluster by place: those that have founded it, then others in the
 * order in which they have entered. A place is never given to another node; that of a node that has
 * left stays empty. Any thread.
 */
final class ClusterPlaces {

    /** By place, and the places of those that have left. */
    private record Known(List<Integer> numbers, Set<Integer> left) {

        Known {
            numbers = List.copyOf(numbers);
            left = Set.copyOf(left);
        }
    }

    private volatile Known known; // owner: the thread of the metadata log

    ClusterPlaces(List<Integer> founders) {
        known = new Known(founders, Set.of());
    }

    /** A node takes the next place. */
    void enter(int number) {
        List<Integer> more = new ArrayList<>(known.numbers());
        more.add(number);
        known = new Known(more, known.left());
    }

    /** The node of a place takes part no longer. */
    void leave(int place) {
        Set<Integer> more = new TreeSet<>(known.left());
        more.add(place);
        known = new Known(known.numbers(), more);
    }

    /** Returns the place of a node that takes part, negative if it does not. */
    int place(int number) {
        Known now = known;
        int place = now.numbers().indexOf(number);
        return now.left().contains(place) ? -1 : place;
    }

    /** Returns the place of a node that takes part, or has done so; negative if it never has. */
    int placeOnce(int number) {
        return known.numbers().indexOf(number);
    }

    boolean hasLeft(int place) {
        return known.left().contains(place);
    }

    /** Returns how many places there are, empty ones among them. */
    int count() {
        return known.numbers().size();
    }

    /** Returns the number of the node at a place, or of the one that was there. */
    int number(int place) {
        return known.numbers().get(place);
    }

    /** Returns the numbers of the nodes that take part, by place. */
    List<Integer> numbers() {
        Known now = known;
        List<Integer> there = new ArrayList<>();
        for (int place = 0; place < now.numbers().size(); place++) {
            if (!now.left().contains(place)) {
                there.add(now.numbers().get(place));
            }
        }
        return there;
    }
}
