package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.TriplePattern;

/**
 * The pattern of a query template with variables in some of its slots, joined with the template's
 * members: {@code ?slot :slotPid ?member} for each of those slots. The planner may begin with the
 * members, or with anything else.
 *
 * <p>Columns: those of the query, one for each slot that is a variable, the member's number.
 * Constants: those of the query, then the pids of all slots. Graphs: those of the query, then the
 * members.
 */
final class SharedPattern {

    /**
     * A plan is kept for numbers of members that differ by a factor of less than 2 to this power.
     */
    private static final int SIZE_CLASS_BITS = 3;

    private static final int SIZE_CLASSES = Integer.SIZE / SIZE_CLASS_BITS + 1;

    private final long varying; // slots, a bit each
    private final int memberColumn;
    private final PlannedPattern[] plans = new PlannedPattern[SIZE_CLASSES];

    /** {@code varying} are the slots that become variables, a bit each; at least one. */
    SharedPattern(OperatorPlan plan, long varying) {
        SinglePattern single = plan.single();
        int columnCount = single.columnCount();
        int constantCount = plan.constants().size();
        this.varying = varying;
        this.memberColumn = columnCount + Long.bitCount(varying);
        BasicGraphPattern pattern = single.pattern();
        List<Integer> slots = single.slots();
        Place[] places = new Place[constantCount];
        for (int constant = 0; constant < constantCount; constant++) {
            places[constant] = Place.constant(constant);
        }
        List<TriplePattern> patterns = new ArrayList<>();
        int column = columnCount;
        for (int slot = 0; slot < slots.size(); slot++) {
            if ((varying >>> slot & 1) != 0) {
                Place place = Place.column(column++);
                places[slots.get(slot)] = place;
                patterns.add(
                        new TriplePattern(
                                plan.graphCount(),
                                place,
                                Place.constant(constantCount + slot),
                                Place.column(memberColumn)));
            }
        }
        for (TriplePattern triple : pattern.patterns()) {
            patterns.add(
                    new TriplePattern(
                            triple.graph(),
                            replaced(triple.subject(), places),
                            replaced(triple.predicate(), places),
                            replaced(triple.object(), places)));
        }
        BasicGraphPattern joined = new BasicGraphPattern(patterns, pattern.filters());
        for (int i = 0; i < plans.length; i++) {
            plans[i] = new PlannedPattern(joined);
        }
    }

    /** Whether a plan has room for all patterns and columns. */
    static boolean fits(SinglePattern single) {
        int slotCount = single.slots().size();
        return single.pattern().patterns().size() + slotCount <= PlannedPattern.PATTERNS_MAX
                && single.columnCount() + slotCount + 1 <= PlannedPattern.COLUMNS_MAX;
    }

    private static Place replaced(Place place, Place[] places) {
        return place.isConstant() ? places[place.constant()] : place;
    }

    long varying() {
        return varying;
    }

    /** The column of the member's number, which is the last one. */
    int memberColumn() {
        return memberColumn;
    }

    /** The pattern with plans for about {@code memberCount} members, 1 or more. */
    PlannedPattern planned(int memberCount) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(memberCount);
        return plans[bits / SIZE_CLASS_BITS];
    }
}
