package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PatternFilter;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.StepNames;
import org.wukongs.store.explore.TriplePattern;

/** The names of the things that a plan knows by index. */
final class PlanNames implements StepNames {

    private final PlanParts parts;
    private final PatternConstants constants;
    private final Variables variables;

    PlanNames(PlanParts parts, PatternConstants constants, Variables variables) {
        this.parts = parts;
        this.constants = constants;
        this.variables = variables;
    }

    @Override
    public String variable(int column) {
        return variables.name(column);
    }

    @Override
    public String constant(int constant) {
        return constants.term(constant);
    }

    @Override
    public String graph(int graph) {
        return parts.graphs().iri(graph);
    }

    @Override
    public String filter(int filter) {
        return parts.filters().get(filter).expression().describe(this);
    }

    /** Returns variables with question marks, separated by spaces. */
    String variables(int... columns) {
        return Arrays.stream(columns)
                .mapToObj(column -> "?" + variable(column))
                .collect(Collectors.joining(" "));
    }

    /** Returns the triple patterns and filters of a basic graph pattern as text. */
    String text(BasicGraphPattern pattern) {
        List<String> texts = new ArrayList<>();
        for (TriplePattern triple : pattern.patterns()) {
            texts.add(
                    place(triple.subject())
                            + " "
                            + place(triple.predicate())
                            + " "
                            + place(triple.object()));
        }
        for (PatternFilter filter : pattern.filters()) {
            texts.add("filter " + filter(filter.filter()));
        }
        return String.join(" . ", texts);
    }

    /** Returns the plans of a pattern, shared with other queries where the plan's parts do so. */
    PlannedPattern planned(BasicGraphPattern pattern) {
        return parts.plans().planned(pattern, () -> template(pattern));
    }

    /**
     * Returns the template of a pattern, see {@link PatternPlans#planned}: the indexes up to the
     * semicolon, then what the plan depends on, so that no text can be taken for an index.
     */
    private String template(BasicGraphPattern pattern) {
        StringBuilder indexes = new StringBuilder();
        StringBuilder texts = new StringBuilder(";");
        for (TriplePattern triple : pattern.patterns()) {
            indexes.append(triple.graph()).append(' ');
            append(triple.subject(), indexes);
            append(triple.predicate(), indexes);
            append(triple.object(), indexes);
            texts.append(graph(triple.graph())).append(' ').append(place(triple.predicate()));
            texts.append(' ');
            if (TemplateText.isType(triple, constants)) {
                texts.append(place(triple.object())).append(' ');
            }
        }
        for (PatternFilter filter : pattern.filters()) {
            indexes.append(filter.filter()).append(Arrays.toString(filter.columns()));
            texts.append(filter(filter.filter())).append(' ');
        }
        return TextDigest.shortened(indexes.append(texts).toString());
    }

    private static void append(Place place, StringBuilder indexes) {
        indexes.append(place.isConstant() ? '$' : '?');
        indexes.append(place.isConstant() ? place.constant() : place.column()).append(' ');
    }

    private String place(Place place) {
        return place.isConstant() ? constant(place.constant()) : "?" + variable(place.column());
    }
}
