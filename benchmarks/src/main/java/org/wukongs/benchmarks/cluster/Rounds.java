package org.wukongs.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.client.QueryPlan;

/**
 * When the nodes of a cluster ask each other in an execution of a query: one round after the other,
 * in each of which a node asks all others that have some of its rows, at the same time.
 */
final class Rounds {

    private static final Pattern STEP =
            Pattern.compile(
                    "(\\S+) \\S+ (.+?)(?: for (\\?\\w+))?"
                            + "(?:, from here on at (?:the owners of (\\?\\w+)|(this node)))?");

    /** What EXPLAIN adds to a step: counts if it was executed, costs if it is the first one. */
    private static final Pattern COUNTS =
            Pattern.compile(
                    "(, requests to other nodes: \\d+ \\(\\d+ bytes\\))?(, costs: [^<\"]+)?$");

    private static final Pattern PLACE = Pattern.compile(", from here on at [^<\"]+$");

    /**
     * One round.
     *
     * @param rows whose vertices are asked for, of all nodes that ask; infinite for all vertices
     * @param byAll whether each node asks for its share of them, instead of one for all
     */
    private record Round(double rows, boolean byAll) {}

    private final List<Round> rounds = new ArrayList<>();

    private Rounds() {}

    /**
     * Reads the plan of one exploration.
     *
     * @param planned says where rows leave
     * @param executed the same steps, with the rows after each; null is returned if they are others
     */
    static Rounds of(QueryPlan planned, QueryPlan executed) {
        Rounds rounds = new Rounds();
        String fork = null; // the column whose owners go on
        double rows = 1;
        for (int i = 0; i < planned.steps().size(); i++) {
            QueryPlan.Step step = planned.steps().get(i);
            boolean isSame =
                    i < executed.steps().size() && read(step).equals(read(executed.steps().get(i)));
            Matcher text = STEP.matcher(text(step));
            if (!isSame || !text.matches()) {
                return null;
            }
            String owner = owner(step.kind(), text);
            fork = text.group(5) != null ? null : fork;
            if (text.group(4) != null) {
                fork = text.group(4);
                rounds.add(step.kind().equals("index") ? "" : fork, rows, false);
                owner = step.kind().equals("index") ? fork : owner;
            }
            if (!owner.equals(fork)) {
                rounds.add(owner, rows, fork != null);
            }
            rows = executed.steps().get(i).actualRows();
        }
        return rounds;
    }

    private static String text(QueryPlan.Step step) {
        return COUNTS.matcher(step.description()).replaceFirst("");
    }

    /** Returns what a step reads, wherever it is executed. */
    private static String read(QueryPlan.Step step) {
        return PLACE.matcher(text(step)).replaceFirst("");
    }

    /** Returns the variable whose vertices are read, or a constant, or "" for all vertices. */
    private static String owner(String kind, Matcher text) {
        return switch (kind) {
            case "index" -> "";
            case "probe" -> text.group(1);
            default -> text.group(1).equals(text.group(3)) ? text.group(2) : text.group(1);
        };
    }

    private void add(String owner, double rows, boolean byAll) {
        double read = owner.isEmpty() ? Double.POSITIVE_INFINITY : owner.startsWith("?") ? rows : 1;
        if (read > 0) {
            rounds.add(new Round(read, byAll));
        }
    }

    int count() {
        return rounds.size();
    }

    /** Returns how many requests all nodes send in an execution, in the mean. */
    double requests(int nodes) {
        double sum = 0;
        for (Round round : rounds) {
            sum += (round.byAll() ? nodes : 1) * ofOne(round, nodes);
        }
        return sum;
    }

    /** Returns how many requests one node sends after another, or at the same time as others. */
    double requestsInTurn(int nodes) {
        return rounds.stream().mapToDouble(round -> ofOne(round, nodes)).sum();
    }

    /** Returns how many rounds need another node, in the mean. */
    double trips(int nodes) {
        return rounds.stream().mapToDouble(round -> Math.min(1, ofOne(round, nodes))).sum();
    }

    /** Returns how many other nodes have some of the rows of one: their vertices are anywhere. */
    private static double ofOne(Round round, int nodes) {
        double rows = round.byAll() ? round.rows() / nodes : round.rows();
        return (nodes - 1) * (1 - Math.pow(1 - 1.0 / nodes, rows));
    }
}
