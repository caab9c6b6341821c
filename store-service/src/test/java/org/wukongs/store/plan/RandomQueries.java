package org.wukongs.store.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random triples and queries over a handful of names, small enough that most queries have
 * solutions.
 */
public final class RandomQueries {

    public static final List<String> GRAPHS = List.of("http://x/g1", "http://x/g2", "http://x/g3");

    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final List<String> LITERALS =
            List.of(
                    "\"1\"^^<" + XSD + "integer>",
                    "\"01\"^^<" + XSD + "integer>",
                    "\"2\"^^<" + XSD + "integer>",
                    "\"1.0\"^^<" + XSD + "double>",
                    "\"x\"^^<" + XSD + "integer>",
                    "\"a\"",
                    "\"b\"",
                    "\"a\"@en",
                    "\"true\"^^<" + XSD + "boolean>");
    private static final List<String> VARS = List.of("?a", "?b", "?c", "?d");
    private static final List<String> OPERATORS = List.of("=", "!=", "<", ">", "<=", ">=");

    private final Random random;
    private final StringBuilder text = new StringBuilder();

    public RandomQueries(Random random) {
        this.random = random;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    String vertex() {
        return oneIn(8) ? "<" + pick(GRAPHS) + ">" : "<http://x/v" + random.nextInt(6) + ">";
    }

    String predicate() {
        return "<http://x/p" + random.nextInt(3) + ">";
    }

    String object() {
        if (oneIn(12)) {
            return predicate();
        }
        return random.nextInt(3) == 0 ? pick(LITERALS) : vertex();
    }

    /** A query; {@code FROM} clauses name some of {@link #GRAPHS} and STORED. */
    public String query() {
        text.setLength(0);
        boolean ask = oneIn(7);
        if (ask) {
            text.append("ASK ");
        } else {
            text.append(oneIn(3) ? "SELECT DISTINCT " : "SELECT ");
            text.append(oneIn(3) ? "*" : String.join(" ", some(VARS))).append(' ');
        }
        if (oneIn(3)) {
            from();
        }
        text.append("WHERE {");
        group(1 + random.nextInt(3), 2);
        return text.append(" }").toString();
    }

    private List<String> some(List<String> values) {
        List<String> chosen = new ArrayList<>();
        for (String value : values) {
            if (random.nextBoolean()) {
                chosen.add(value);
            }
        }
        return chosen.isEmpty() ? values : chosen;
    }

    private void from() {
        for (String graph : GRAPHS) {
            if (random.nextBoolean()) {
                text.append(random.nextBoolean() ? "FROM NAMED <" : "FROM <")
                        .append(graph)
                        .append("> ");
            }
        }
        if (random.nextBoolean()) {
            text.append("FROM STORED ");
        }
    }

    private void group(int patterns, int depth) {
        for (int i = 0; i < patterns; i++) {
            int kind = depth > 0 ? random.nextInt(10) : 9;
            if (kind == 0) {
                text.append(" {");
                group(1 + random.nextInt(2), depth - 1);
                text.append(" }");
            } else if (kind <= 3) {
                text.append(" GRAPH ");
                text.append(kind == 1 ? "?g" : "<" + pick(GRAPHS) + ">").append(" {");
                group(1 + random.nextInt(2), 0);
                text.append(" }");
            } else {
                pattern();
            }
            if (oneIn(4)) {
                text.append(" FILTER(");
                condition(2);
                text.append(')');
            }
        }
    }

    private void pattern() {
        text.append(' ').append(random.nextInt(6) > 0 ? pick(VARS) : vertex());
        text.append(' ');
        text.append(oneIn(3) ? (oneIn(3) ? pick(VARS) : "?p") : predicate());
        text.append(' ').append(random.nextInt(4) > 0 ? variable() : object()).append(" .");
    }

    private String variable() {
        return oneIn(12) ? "?g" : pick(VARS);
    }

    private void condition(int depth) {
        int kind = depth > 0 ? random.nextInt(6) : 5;
        switch (kind) {
            case 0 -> both(" && ", depth);
            case 1 -> both(" || ", depth);
            case 2 -> {
                text.append("!(");
                condition(depth - 1);
                text.append(')');
            }
            case 3 -> text.append("bound(").append(pick(VARS)).append(')');
            default -> {
                text.append(oneIn(8) ? "?p" : pick(VARS)).append(' ').append(pick(OPERATORS));
                text.append(' ').append(random.nextBoolean() ? pick(VARS) : object());
            }
        }
    }

    private void both(String operator, int depth) {
        text.append('(');
        condition(depth - 1);
        text.append(operator);
        condition(depth - 1);
        text.append(')');
    }
}
