package org.wukongs.w3c;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/**
 * Are two lists of rows the same but for the names of blank nodes? Searches a one-to-one mapping of
 * blank nodes and rows, backtracking.
 */
final class SolutionMatch {

    private final List<Map<String, Value>> expected;
    private final List<Map<String, Value>> actual;
    private final boolean inOrder;
    private final boolean[] used;
    private final Map<BNode, BNode> there = new HashMap<>();
    private final Map<BNode, BNode> back = new HashMap<>();

    private SolutionMatch(
            List<Map<String, Value>> expected, List<Map<String, Value>> actual, boolean inOrder) {
        this.expected = expected;
        this.actual = actual;
        this.inOrder = inOrder;
        this.used = new boolean[actual.size()];
    }

    static boolean sameBag(List<Map<String, Value>> expected, List<Map<String, Value>> actual) {
        return expected.size() == actual.size()
                && new SolutionMatch(expected, actual, false).from(0);
    }

    static boolean sameList(List<Map<String, Value>> expected, List<Map<String, Value>> actual) {
        return expected.size() == actual.size()
                && new SolutionMatch(expected, actual, true).from(0);
    }

    /** As sets, and no row more often than the bag it was reduced from could have it. */
    static boolean sameReduced(List<Map<String, Value>> expected, List<Map<String, Value>> actual) {
        return sameBag(
                new ArrayList<>(new HashSet<>(expected)), new ArrayList<>(new HashSet<>(actual)));
    }

    private boolean from(int row) {
        if (row == expected.size()) {
            return true;
        }
        for (int i = inOrder ? row : 0; i < (inOrder ? row + 1 : used.length); i++) {
            if (used[i]) {
                continue;
            }
            List<BNode> mapped = new ArrayList<>();
            used[i] = true;
            if (sameRow(expected.get(row), actual.get(i), mapped) && from(row + 1)) {
                return true;
            }
            used[i] = false;
            for (BNode node : mapped) {
                back.remove(there.remove(node));
            }
        }
        return false;
    }

    private boolean sameRow(Map<String, Value> a, Map<String, Value> b, List<BNode> mapped) {
        if (!a.keySet().equals(b.keySet())) {
            return false;
        }
        for (Map.Entry<String, Value> binding : a.entrySet()) {
            if (!sameTerm(binding.getValue(), b.get(binding.getKey()), mapped)) {
                return false;
            }
        }
        return true;
    }

    private boolean sameTerm(Value a, Value b, List<BNode> mapped) {
        if (a instanceof BNode from && b instanceof BNode to) {
            if (there.containsKey(from) || back.containsKey(to)) {
                return to.equals(there.get(from));
            }
            there.put(from, to);
            back.put(to, from);
            mapped.add(from);
            return true;
        }
        return a.equals(b) || sameNumber(a, b);
    }

    /**
     * SPARQL fixes the value of a computed number, not its lexical form: 2.0 and 2.00 are one
     * decimal.
     */
    private static boolean sameNumber(Value a, Value b) {
        if (!(a instanceof Literal from
                && b instanceof Literal to
                && from.getDatatype().equals(to.getDatatype()))) {
            return false;
        }
        try {
            if (from.getDatatype().equals(XSD.DECIMAL)) {
                return new BigDecimal(from.getLabel()).compareTo(new BigDecimal(to.getLabel()))
                        == 0;
            }
            boolean floating =
                    from.getDatatype().equals(XSD.DOUBLE) || from.getDatatype().equals(XSD.FLOAT);
            return floating && from.doubleValue() == to.doubleValue();
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
