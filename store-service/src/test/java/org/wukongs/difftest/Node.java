package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A part of a query as the generator makes it, the shrinker cuts it, and the judge reads it. */
record Node(Kind kind, String value, List<Node> kids) {

    Node {
        kids = List.copyOf(kids);
    }

    static Node of(Kind kind, Node... kids) {
        return new Node(kind, "", Arrays.asList(kids));
    }

    static Node of(Kind kind, List<Node> kids) {
        return new Node(kind, "", kids);
    }

    static Node var(String name) {
        return new Node(Kind.VAR, name, List.of());
    }

    static Node term(String term) {
        return new Node(Kind.TERM, term, List.of());
    }

    static Node leaf(Kind kind, String value) {
        return new Node(kind, value, List.of());
    }

    static Node call(String name, Node... args) {
        return new Node(Kind.CALL, name, Arrays.asList(args));
    }

    Node kid(int i) {
        return kids.get(i);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** The first child of a kind; null where there is none. */
    Node first(Kind of) {
        for (Node kid : kids) {
            if (kid.kind == of) {
                return kid;
            }
        }
        return null;
    }

    List<Node> all(Kind of) {
        return kids.stream().filter(kid -> kid.kind == of).toList();
    }

    void walk(Consumer<Node> visitor) {
        visitor.accept(this);
        kids.forEach(kid -> kid.walk(visitor));
    }

    boolean has(Kind of) {
        boolean[] found = new boolean[1];
        walk(node -> found[0] |= node.kind == of);
        return found[0];
    }

    Node with(int i, Node kid) {
        List<Node> changed = new ArrayList<>(kids);
        changed.set(i, kid);
        return new Node(kind, value, changed);
    }

    Node without(int i) {
        List<Node> fewer = new ArrayList<>(kids);
        fewer.remove(i);
        return new Node(kind, value, fewer);
    }

    @Override
    public String toString() {
        return QueryText.of(this);
    }
}
