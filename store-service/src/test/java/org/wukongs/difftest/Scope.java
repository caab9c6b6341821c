package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The variables that a group binds so far, with their values in one solution that is known to be
 * there ("the witness"); null where nothing is known.
 */
final class Scope {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "h", "i");

    private final Map<String, String> witness = new LinkedHashMap<>();

    Scope copy() {
        Scope copy = new Scope();
        copy.witness.putAll(witness);
        return copy;
    }

    void bind(String name, String value) {
        witness.merge(name, value == null ? "" : value, (old, add) -> old.isEmpty() ? add : old);
    }

    void bindUnknown(String name) {
        bind(name, null);
    }

    /** Takes over what an inner group binds. */
    void addAll(Scope inner) {
        inner.witness.forEach(this::bind);
    }

    List<String> names() {
        return new ArrayList<>(witness.keySet());
    }

    boolean has(String name) {
        return witness.containsKey(name);
    }

    String value(String name) {
        String value = witness.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** A variable with this value; null where there is none. */
    String withValue(String term) {
        for (Map.Entry<String, String> entry : witness.entrySet()) {
            if (entry.getValue().equals(term)) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** A name that is not used here; null where all are. */
    String fresh() {
        for (String name : NAMES) {
            if (!witness.containsKey(name)) {
                return name;
            }
        }
        return null;
    }

    String anyValue(Random random) {
        List<String> names = names();
        return names.isEmpty() ? null : value(names.get(random.nextInt(names.size())));
    }

    /**
     * A variable whose known value is of a kind where there is one, else any; now and then one
     * unknown.
     */
    Node variable(String kind, Random random) {
        List<String> fitting = new ArrayList<>();
        for (String name : witness.keySet()) {
            if (fits(witness.get(name), kind)) {
                fitting.add(name);
            }
        }
        if (fitting.isEmpty() || random.nextInt(6) == 0) {
            fitting = names();
        }
        if (fitting.isEmpty() || random.nextInt(25) == 0) {
            return Node.var(NAMES.get(random.nextInt(NAMES.size())));
        }
        return Node.var(fitting.get(random.nextInt(fitting.size())));
    }

    private static boolean fits(String term, String kind) {
        return switch (kind) {
            case "numeric" -> Terms.NUMBERS.contains(term) || Terms.UNUSUAL_NUMBERS.contains(term);
            case "string" -> Terms.STRINGS.contains(term);
            case "date" -> Terms.DATES.contains(term);
            default -> true;
        };
    }
}
