package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same query with its triple patterns the other way round, and its filters first. */
final class Reordered {

    private Reordered() {}

    static Node of(Node node) {
        List<Node> kids = new ArrayList<>();
        node.kids().forEach(kid -> kids.add(of(kid)));
        if (!node.is(Kind.GROUP)) {
            return new Node(node.kind(), node.value(), kids);
        }
        List<Node> ordered = new ArrayList<>(kids.stream().filter(k -> k.is(Kind.FILTER)).toList());
        List<Node> run = new ArrayList<>();
        for (Node kid : kids) {
            if (kid.is(Kind.TRIPLE)) {
                run.add(0, kid);
            } else if (!kid.is(Kind.FILTER)) {
                ordered.addAll(run);
                run.clear();
                ordered.add(kid);
            }
        }
        ordered.addAll(run);
        return new Node(node.kind(), node.value(), Collections.unmodifiableList(ordered));
    }
}
