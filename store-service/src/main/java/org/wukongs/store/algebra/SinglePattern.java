package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.algebra.ConstantRows.UnitRow;
import org.wukongs.store.algebra.Modifier.DistinctRows;
import org.wukongs.store.algebra.Modifier.SliceRows;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.Selection;

/**
 * A query that is one basic graph pattern with filters under at most projection, DISTINCT, OFFSET
 * and LIMIT. The exploration selects columns and rows itself, and continuous queries with the same
 * {@link #template()} can be executed together.
 */
public final class SinglePattern {

    private final PlannedPattern planned;
    private final Selection selection;
    private final int columnCount;
    private final List<Integer> slots;
    private final String template;

    private SinglePattern(
            PlannedPattern planned,
            Selection selection,
            int columnCount,
            List<Integer> slots,
            String template) {
        this.planned = planned;
        this.selection = selection;
        this.columnCount = columnCount;
        this.slots = slots;
        this.template = template;
    }

    /**
     * Returns the single pattern of a plan, null if the plan has more than that.
     *
     * @param output columns of the result
     * @param any true if only the existence of a solution is wanted
     */
    static SinglePattern of(
            Operator root, int[] output, boolean any, PlanParts parts, PlanNames names) {
        Operator operator = root;
        long offset = 0;
        long limit = -1;
        if (operator instanceof SliceRows slice) {
            offset = slice.offset();
            limit = slice.limit();
            operator = slice.argument();
        }
        boolean distinct = operator instanceof DistinctRows;
        if (operator instanceof DistinctRows rows) {
            operator = rows.argument();
        }
        if (operator instanceof Project project
                && project.unrenamed().containsAll(project.possible())) {
            operator = project.argument();
        }
        if (operator instanceof UnitRow) {
            operator = new ExplorePattern(BasicGraphPattern.of());
        }
        if (!(operator instanceof ExplorePattern explore)) {
            return null;
        }
        int[] columns = output.clone();
        for (int i = 0; i < columns.length; i++) {
            columns[i] = explore.certain().contains(columns[i]) ? columns[i] : -1;
        }
        BasicGraphPattern pattern = explore.pattern();
        return new SinglePattern(
                explore.planned(names),
                any ? Selection.any() : new Selection(columns, distinct, offset, limit),
                pattern.columnCount(),
                parts.template().slots(parts.constants()),
                parts.template().text(parts.constants()));
    }

    public PlannedPattern planned() {
        return planned;
    }

    public BasicGraphPattern pattern() {
        return planned.pattern();
    }

    /** Returns the columns and rows that the query wants. */
    public Selection selection() {
        return selection;
    }

    /** Returns the number of variables of the pattern, whose columns come first. */
    public int columnCount() {
        return columnCount;
    }

    /**
     * Returns the indexes of the constants in which queries of one template may differ, ascending.
     */
    public List<Integer> slots() {
        return slots;
    }

    /** Returns the text that queries have in common if they differ only in constants. */
    public String template() {
        return template;
    }
}
