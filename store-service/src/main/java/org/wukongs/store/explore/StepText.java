package org.wukongs.store.explore;

import java.util.Locale;
import org.wukongs.id.Keys;
import org.wukongs.store.view.RequestCosts;

/** Describes a step in words, for EXPLAIN. */
final class StepText {

    /** Said of the first step in place after a fork. */
    static final String HERE_AGAIN = ", from here on at this node";

    private static final double NS_PER_US = 1000;

    private final StepNames names;

    StepText(StepNames names) {
        this.names = names;
    }

    static String kind(Step step) {
        return step.kind().name().toLowerCase(Locale.ROOT);
    }

    String describe(Step step) {
        String graph = step.graph() < 0 ? null : names.graph(step.graph());
        String text = text(step);
        return graph == null ? text : text + " in <" + graph + ">";
    }

    /** Says where the rows of a plan leave. */
    String describe(Fork fork) {
        return ", from here on at the owners of " + variable(fork.column());
    }

    /** Says by which costs it was decided whether rows leave. */
    static String describe(RequestCosts costs) {
        return String.format(
                Locale.ROOT,
                ", costs: a request %.1f us, another one %.1f us, an id %.1f ns",
                costs.waitNs() / NS_PER_US,
                costs.workNs() / NS_PER_US,
                costs.idNs());
    }

    private String text(Step step) {
        return switch (step.kind()) {
            case PASS -> "input";
            case FILTER -> names.filter(step.filter().filter());
            case INDEX -> {
                String role = step.direction() == Keys.OUT ? "subjects" : "objects";
                yield variable(step.column()) + " from the " + role + " of " + predicate(step);
            }
            case PREDICATES -> predicates(step);
            case CONSTANT, EXPAND -> {
                boolean out = step.direction() == Keys.OUT;
                String known = place(step.vertex());
                String found = variable(step.column());
                yield (out ? known : found)
                        + " "
                        + predicate(step)
                        + " "
                        + (out ? found : known)
                        + " for "
                        + found;
            }
            case PROBE -> place(step.vertex()) + " " + predicate(step) + " " + place(step.other());
        };
    }

    private String predicates(Step step) {
        String found = variable(step.column());
        if (step.vertex() == null) {
            return found + " from all predicates";
        }
        String role =
                step.direction() == Keys.OUT ? " from the predicates of " : " from those into ";
        return found + role + place(step.vertex());
    }

    private String predicate(Step step) {
        return place(step.predicate());
    }

    private String place(Place place) {
        return place.isConstant() ? names.constant(place.constant()) : variable(place.column());
    }

    private String variable(int column) {
        return "?" + names.variable(column);
    }
}
