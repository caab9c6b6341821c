package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.TriplePattern;

/**
 * The text that queries have in common if they differ only in constants: their triple patterns and
 * conditions, with columns in place of variables. Predicates and classes are part of it, because
 * plans depend on them; other constants are slots.
 *
 * <p>Names of templates in checkpoints and in Flink's state are digests of this text, so it is a
 * stable format.
 */
final class TemplateText {

    private static final String TYPE = "<" + RDF.TYPE + ">";

    private record Triple(String graph, TriplePattern pattern) {}

    private record Condition(ValueExpr expression, Map<String, Integer> variables) {

        /**
         * Returns the condition as RDF4J writes it, except for blank nodes of the query, which have
         * new names each time.
         */
        String text() {
            String text = expression.toString();
            for (Map.Entry<String, Integer> variable : variables.entrySet()) {
                if (Variables.isAnonymous(variable.getKey())) {
                    text = text.replace(variable.getKey(), "?" + variable.getValue());
                }
            }
            // RDF4J's text of n nested operators has n² characters.
            return TextDigest.shortened(text);
        }
    }

    private final List<Record> parts = new ArrayList<>();

    /** Adds a pattern; {@code graph} is an IRI, null for the default graph. */
    void add(String graph, TriplePattern pattern) {
        parts.add(new Triple(graph, pattern));
    }

    /** Adds a condition; {@code variables} are those that it reads, with their columns. */
    void add(ValueExpr condition, Map<String, Integer> variables) {
        parts.add(new Condition(condition, variables));
    }

    /**
     * Returns the indexes of the constants in which queries of one template may differ, ascending.
     */
    List<Integer> slots(PatternConstants constants) {
        List<Integer> slots = new ArrayList<>();
        for (Record part : parts) {
            if (part instanceof Triple triple) {
                addSlot(triple.pattern().subject(), slots);
                if (!isType(triple.pattern(), constants)) {
                    addSlot(triple.pattern().object(), slots);
                }
            }
        }
        return slots;
    }

    private static void addSlot(Place place, List<Integer> slots) {
        if (place.isConstant()) {
            slots.add(place.constant());
        }
    }

    /** Returns true if the pattern has rdf:type as predicate. */
    static boolean isType(TriplePattern pattern, PatternConstants constants) {
        Place predicate = pattern.predicate();
        return predicate.isConstant() && constants.term(predicate.constant()).equals(TYPE);
    }

    /** Returns the text, or its digest if it is long. */
    String text(PatternConstants constants) {
        StringBuilder text = new StringBuilder();
        for (Record part : parts) {
            if (part instanceof Triple triple) {
                TriplePattern pattern = triple.pattern();
                text.append(triple.graph()).append(' ');
                append(pattern.subject(), false, constants, text);
                append(pattern.predicate(), true, constants, text);
                append(pattern.object(), isType(pattern, constants), constants, text);
                text.append(". ");
            } else if (part instanceof Condition condition) {
                text.append("FILTER ").append(condition.variables().values());
                text.append(' ').append(condition.text()).append(' ');
            }
        }
        return TextDigest.shortened(text.toString());
    }

    private static void append(
            Place place, boolean inText, PatternConstants constants, StringBuilder text) {
        if (place.isConstant()) {
            text.append(inText ? constants.term(place.constant()) : "$").append(' ');
        } else {
            text.append('?').append(place.column()).append(' ');
        }
    }
}
