package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of the nodes that take part in a cluster, by place: those that have founded it, then
 * others in the order in which they have entered. A place is never given to another node. Any
 * thread.
 */
final class ClusterPlaces {

    private volatile List<Integer> numbers; // owner: the thread of the metadata log

    ClusterPlaces(List<Integer> founders) {
        numbers = List.copyOf(founders);
    }

    /** A node takes the next place. */
    void enter(int number) {
        List<Integer> more = new ArrayList<>(numbers);
        more.add(number);
        numbers = List.copyOf(more);
    }

    /** Returns the place of a node, negative if it has none. */
    int place(int number) {
        return numbers.indexOf(number);
    }

    /** Returns the number of the node at a place. */
    int number(int place) {
        return numbers.get(place);
    }

    /** Returns the numbers by place. */
    List<Integer> numbers() {
        return numbers;
    }
}
