package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.client.WindowResult;

/**
 * A continuous query as what it is at each of its window ends: a one-shot query over a dataset in
 * which windows are graphs.
 *
 * @param emission QUERY, RSTREAM, ISTREAM, DSTREAM, or STREAM for one that derives a stream
 * @param everyMs COMPUTED EVERY; 0 for none
 * @param windows of the query by the IRI that FROM and GRAPH know them by
 * @param query with a FROM or FROM_NAMED each for windows and stored graphs
 * @param tail what is written behind it and changes nothing
 */
record ContinuousQuery(
        String name,
        String emission,
        long everyMs,
        Map<String, Window> windows,
        Node query,
        String tail) {

    static final String STREAM = "STREAM";

    /**
     * @param rangeMs 0 for a window by count, and so is the step
     * @param tripleCount 0 for a window of time
     * @param clause how FROM says it, but for NAMED
     */
    record Window(String stream, long rangeMs, long stepMs, long tripleCount, String clause) {

        boolean byCount() {
            return tripleCount > 0;
        }
    }

    ContinuousQuery {
        Map<String, Window> listed = new LinkedHashMap<>(windows);
        listed.keySet().removeIf(iri -> !lists(query, iri));
        windows = listed;
    }

    private static boolean lists(Node query, String iri) {
        return query.kids().stream()
                .anyMatch(
                        kid ->
                                (kid.is(Kind.FROM) || kid.is(Kind.FROM_NAMED))
                                        && kid.value().equals(iri));
    }

    /** Is this one of the windows? */
    boolean lists(String iri) {
        return windows.containsKey(iri);
    }

    List<String> defaultWindows() {
        return query.all(Kind.FROM).stream().map(Node::value).filter(this::lists).toList();
    }

    ContinuousQuery with(Node other) {
        return new ContinuousQuery(name, emission, everyMs, windows, other, tail);
    }

    /** The query whose result is a stream of its name. */
    ContinuousQuery deriving() {
        return new ContinuousQuery(name, STREAM, everyMs, windows, query, tail);
    }

    ContinuousQuery named(String otherName) {
        return new ContinuousQuery(otherName, emission, everyMs, windows, query, tail);
    }

    /**
     * Does the specification leave open which of several results it has, each right? Then two
     * executions need not have the same.
     */
    static boolean isOpen(Node query) {
        return query.has(Kind.LIMIT)
                || query.has(Kind.OFFSET)
                || query.value().equals("REDUCED")
                || query.toString().contains("SAMPLE")
                || query.toString().contains("GROUP_CONCAT");
    }

    /** The same query under another name, with its whole result each time. */
    ContinuousQuery whole(String otherName) {
        return new ContinuousQuery(otherName, "RSTREAM", everyMs, windows, query, tail);
    }

    long stepMs() {
        return everyMs > 0
                ? everyMs
                : windows.values().stream()
                        .filter(window -> !window.byCount())
                        .mapToLong(Window::stepMs)
                        .min()
                        .orElseThrow();
    }

    /** Is it executed for each block of a window, and not at each multiple of a step? */
    boolean byBlock() {
        return windows.size() == 1 && windows.values().iterator().next().byCount();
    }

    long rangeMsMax() {
        return windows.values().stream().mapToLong(Window::rangeMs).max().orElseThrow();
    }

    /** Names of the streams that it reads. */
    Set<String> streams() {
        Set<String> streams = new HashSet<>();
        windows.values().forEach(window -> streams.add(window.stream()));
        return streams;
    }

    /** As it is registered. */
    String text() {
        return "PREFIX x: <http://x/> REGISTER "
                + emission
                + " "
                + (name.indexOf(':') < 0 ? name : "<" + name + ">")
                + (everyMs > 0 ? " COMPUTED EVERY " + everyMs + "ms" : "")
                + " AS "
                + written(query)
                + tail;
    }

    private Node written(Node node) {
        boolean named = node.is(Kind.FROM_NAMED);
        if ((named || node.is(Kind.FROM)) && lists(node.value())) {
            return Node.leaf(
                    Kind.FROM_WINDOW,
                    "FROM " + (named ? "NAMED " : "") + windows.get(node.value()).clause());
        }
        List<Node> kids = new ArrayList<>();
        node.kids().forEach(kid -> kids.add(written(kid)));
        boolean window =
                node.is(Kind.GRAPH)
                        && node.kid(0).is(Kind.TERM)
                        && lists(node.kid(0).value().replaceAll("[<>]", ""));
        // Half of the windows, and always the same, are read by WINDOW.
        boolean byWindow = window && node.kid(0).value().hashCode() % 2 == 0;
        return new Node(node.kind(), byWindow ? "WINDOW" : node.value(), kids);
    }

    /** What an execution has answered. */
    static Answer answer(WindowResult result) {
        return Answer.of(result.vars(), result.rows());
    }
}
