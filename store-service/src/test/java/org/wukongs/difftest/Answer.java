package org.wukongs.difftest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * What an engine has answered, in a form that is the same for all: rows of terms by variable.
 * Numbers that are no integers go by their value, blank nodes by their label in the data, and the
 * pieces of a GROUP_CONCAT are sorted.
 *
 * @param failure what the engine said instead; null where it answered
 */
record Answer(List<Map<String, String>> rows, String failure) {

    /** The loader puts something unique in front of a file's labels. */
    private static final Pattern BLANK = Pattern.compile(".*(b[0-9])");

    private static final String REJECTED = "rejected: ";

    /** A quotient has more of them in one engine than in the other. */
    private static final MathContext DIGITS = new MathContext(12);

    private static final int PLACES = 15;

    static Answer of(List<Map<String, Value>> solutions) {
        List<Map<String, String>> rows = new ArrayList<>();
        solutions.forEach(solution -> rows.add(row(solution)));
        return new Answer(rows, null);
    }

    /** Of rows as the store gives them; null where unbound. */
    static Answer of(List<String> vars, List<String[]> rows) {
        List<Map<String, Value>> solutions = new ArrayList<>();
        for (String[] row : rows) {
            Map<String, Value> solution = new HashMap<>();
            for (int i = 0; i < row.length; i++) {
                if (row[i] != null) {
                    solution.put(vars.get(i), TermDictionary.value(row[i]));
                }
            }
            solutions.add(solution);
        }
        return of(solutions);
    }

    static Answer failed(String failure) {
        return new Answer(List.of(), failure);
    }

    /** The text is no SPARQL. */
    static Answer rejected(String message) {
        return failed(REJECTED + message);
    }

    boolean isRejected() {
        return failure != null && failure.startsWith(REJECTED);
    }

    static Map<String, String> row(Map<String, Value> solution) {
        Map<String, String> row = new TreeMap<>();
        solution.forEach((name, value) -> row.put(name, term(value)));
        return row;
    }

    static String term(Value value) {
        if (value instanceof BNode node) {
            Matcher matcher = BLANK.matcher(node.getID());
            return "_:" + (matcher.matches() ? matcher.group(1) : "fresh");
        }
        if (!(value instanceof Literal literal)) {
            return NTriplesUtil.toNTriplesString(value);
        }
        SpecNumber number = SpecNumber.of(value);
        if (number != null && number.rank() > 0) {
            String type = literal.getDatatype().getLocalName();
            return "\"" + number(number) + "\"^^" + type;
        }
        if (literal.getLabel().contains("|")) {
            String[] pieces = literal.getLabel().split("\\|", -1);
            Arrays.sort(pieces);
            return "\"" + String.join("|", pieces) + "\"";
        }
        return NTriplesUtil.toNTriplesString(value);
    }

    private static String number(SpecNumber number) {
        if (number.exact() == null
                && (Double.isNaN(number.floating()) || Double.isInfinite(number.floating()))) {
            return Double.toString(number.floating());
        }
        BigDecimal value =
                number.exact() == null ? BigDecimal.valueOf(number.floating()) : number.exact();
        BigDecimal rounded =
                value.setScale(Math.min(value.scale(), PLACES), RoundingMode.HALF_UP).round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toString();
    }

    Map<Map<String, String>, Integer> bag() {
        Map<Map<String, String>, Integer> counts = new HashMap<>();
        rows.forEach(row -> counts.merge(row, 1, Integer::sum));
        return counts;
    }

    boolean sameBag(Answer other) {
        return failure == null && other.failure == null && bag().equals(other.bag());
    }

    /** Null where this answers the query as it should, else what is wrong. */
    String problem(Node query, SpecResult expected) {
        if (failure != null) {
            return "failed: " + failure;
        }
        Answer all = of(expected.solutions());
        Map<Map<String, String>, Integer> possible = all.bag();
        if (query.value().equals("REDUCED")) {
            boolean whole =
                    expected.sliced() || new HashSet<>(rows).equals(new HashSet<>(all.rows));
            return whole && contained(possible) ? null : "not the rows, reduced";
        }
        if (rows.size() != expected.sizeExpected()) {
            return "rows: expected " + expected.sizeExpected() + ", got " + rows.size();
        }
        if (!contained(possible)) {
            return "other rows";
        }
        return new AnswerOrder(expected).problem(rows);
    }

    private boolean contained(Map<Map<String, String>, Integer> possible) {
        return bag().entrySet().stream()
                .allMatch(entry -> entry.getValue() <= possible.getOrDefault(entry.getKey(), 0));
    }

    @Override
    public String toString() {
        if (failure != null) {
            return "failed: " + failure;
        }
        List<String> lines = new ArrayList<>(rows.stream().map(Map::toString).toList());
        Collections.sort(lines);
        return lines.stream().map(line -> "\n    " + line).collect(Collectors.joining());
    }
}
