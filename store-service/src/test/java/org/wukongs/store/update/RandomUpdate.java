package org.wukongs.store.update;

import java.util.List;
import java.util.Random;

/** Makes texts of SPARQL Update over few terms, so that operations meet. */
final class RandomUpdate {

    static final String PREFIX = "PREFIX : <urn:t:>\n";

    private static final List<String> GRAPHS = List.of(":g1", ":g2", ":g3");
    private static final List<String> NODES = List.of(":a", ":b", ":c", ":d");
    private static final List<String> VARS = List.of("?s", "?o", "?x", "?n");

    private final Random random;
    private int labelCount;

    RandomUpdate(Random random) {
        this.random = random;
    }

    String request() {
        StringBuilder text = new StringBuilder(PREFIX);
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ;\n").append(operation());
        }
        return text.toString();
    }

    /** A transfer from a graph that is not empty: others depend on whether such a graph exists. */
    String transfer(String from) {
        return PREFIX
                + pick(List.of("ADD", "COPY", "MOVE"))
                + " "
                + from
                + " TO "
                + graphOrDefault();
    }

    private String graphOrDefault() {
        return random.nextInt(4) == 0 ? "DEFAULT" : pick(GRAPHS);
    }

    private String operation() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 ->
                    "INSERT DATA " + quads(1 + random.nextInt(6), true, random.nextInt(9) == 0);
            case 3 -> "DELETE DATA " + quads(1 + random.nextInt(8), true, false);
            case 4 -> "DELETE WHERE " + quads(1 + random.nextInt(2), false, false);
            case 5 -> clear();
            default -> modify();
        };
    }

    private String clear() {
        String what =
                switch (random.nextInt(6)) {
                    case 0 -> "ALL";
                    case 1 -> "NAMED";
                    case 2 -> "DEFAULT";
                    default -> "GRAPH " + pick(GRAPHS);
                };
        return pick(List.of("CLEAR", "DROP")) + " SILENT " + what;
    }

    private String modify() {
        StringBuilder text = new StringBuilder();
        boolean with = random.nextInt(3) == 0;
        if (with) {
            text.append("WITH ").append(pick(GRAPHS)).append('\n');
        }
        int kind = random.nextInt(4);
        if (kind > 0) {
            text.append("DELETE ").append(quads(random.nextInt(3), false, false)).append('\n');
        }
        if (kind != 1) {
            text.append("INSERT ").append(quads(random.nextInt(3), false, false)).append('\n');
        }
        if (random.nextInt(4) == 0) {
            text.append("USING ").append(pick(GRAPHS)).append('\n');
            if (random.nextBoolean()) {
                text.append("USING NAMED ").append(pick(GRAPHS)).append('\n');
            }
        }
        return text.append("WHERE ").append(pattern(with)).toString();
    }

    /**
     * With {@code inDefault}, something must be in the default graph: Jena finds nothing with WITH
     * of an empty graph, not even in others.
     */
    private String pattern(boolean inDefault) {
        StringBuilder text = new StringBuilder("{ ");
        text.append(inDefault ? triple() + " . " : part());
        if (random.nextInt(3) == 0) {
            text.append(part());
        }
        switch (random.nextInt(8)) {
            case 0 -> text.append("OPTIONAL { ?s ?q ?x } ");
            case 1 -> text.append("MINUS { ?s :q ?o } ");
            case 2 -> text.append("FILTER(?o != :a) ");
            case 3 -> text.append("BIND(CONCAT(STR(?o), 'n') AS ?n) FILTER(STRLEN(?n) < 12) ");
            case 4 -> text.append("{ ?s :p ?x } UNION { ?x :q ?s } ");
            case 5 -> text.append("?s :p+ ?x . ");
            case 6 -> text.append("FILTER EXISTS { ?o ?q ?x } ");
            default -> {
                // as it is
            }
        }
        return text.append("}").toString();
    }

    private String part() {
        String triple = triple();
        return switch (random.nextInt(4)) {
            case 0 -> "GRAPH ?g { " + triple + " } ";
            case 1 -> "GRAPH " + pick(GRAPHS) + " { " + triple + " } ";
            default -> triple + " . ";
        };
    }

    private String triple() {
        return "?s " + pick(List.of(":p", ":q", "?p")) + " " + pick(List.of("?o", "?x", ":b"));
    }

    private String quads(int count, boolean data, boolean blank) {
        StringBuilder text = new StringBuilder("{ ");
        labelCount++;
        for (int i = 0; i < count; i++) {
            String triple = triple(data, blank);
            switch (random.nextInt(3)) {
                case 0 ->
                        text.append("GRAPH ")
                                .append(pick(GRAPHS))
                                .append(" { ")
                                .append(triple)
                                .append("} ");
                case 1 ->
                        text.append("GRAPH ")
                                .append(data ? pick(GRAPHS) : "?g")
                                .append(" { ")
                                .append(triple)
                                .append("} ");
                default -> text.append(triple);
            }
        }
        return text.append("}").toString();
    }

    private String triple(boolean data, boolean blank) {
        String subject = blank && random.nextBoolean() ? "_:n" + labelCount : node(data);
        String predicate = data ? pick(List.of(":p", ":q")) : pick(List.of(":p", ":q", "?p"));
        String object = random.nextInt(4) == 0 ? Integer.toString(random.nextInt(3)) : node(data);
        return subject + " " + predicate + " " + object + " . ";
    }

    private String node(boolean data) {
        return data || random.nextInt(3) == 0 ? pick(NODES) : pick(VARS);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
