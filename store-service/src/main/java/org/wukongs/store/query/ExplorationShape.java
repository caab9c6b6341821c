package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.algebra.ExecutionInput;
import org.wukongs.store.algebra.RowCondition;
import org.wukongs.store.algebra.UnsupportedAlgebraException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.IdComparison;
import org.wukongs.store.explore.PatternFilter;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.RowFilter;
import org.wukongs.store.explore.StepNames;
import org.wukongs.store.explore.TriplePattern;
import org.wukongs.store.memory.TripleView;

/**
 * Collects the patterns of a query as {@link BasicGraphPattern} has them, and what they name by
 * index.
 *
 * <p>Queries with the same {@link #template()} differ in constants only, and a plan for one serves
 * all: predicates and classes are part of the template, other constants are not.
 */
final class ExplorationShape implements StepNames {

    private static final RowFilter[] NO_FILTERS = {};

    private static final int TEMPLATE_CHARS_MAX = 1 << 12;

    private final List<String> columns;
    private final List<String> graphs; // null is the default graph
    private final List<String> constants;
    private final List<Boolean> predicates; // by constant: is it a predicate?
    private final List<Integer> slots; // constants that are not in the template
    private final List<TriplePattern> patterns;
    private final List<PatternFilter> patternFilters;
    private final List<RowCondition> filters;
    private final StringBuilder template;
    private String templateText; // null before it is asked for
    private int templateChars; // of the template, when the text was made
    private volatile long[] knownIds; // of the constants, null while some are unknown

    ExplorationShape() {
        columns = new ArrayList<>();
        graphs = new ArrayList<>();
        constants = new ArrayList<>();
        predicates = new ArrayList<>();
        slots = new ArrayList<>();
        patterns = new ArrayList<>();
        patternFilters = new ArrayList<>();
        filters = new ArrayList<>();
        template = new StringBuilder();
    }

    private ExplorationShape(ExplorationShape of, List<String> constants) {
        columns = of.columns;
        graphs = of.graphs;
        this.constants = constants;
        predicates = of.predicates;
        slots = of.slots;
        patterns = of.patterns;
        patternFilters = of.patternFilters;
        filters = of.filters;
        template = of.template;
        templateText = of.template();
        templateChars = of.templateChars;
    }

    /** The same of another query of the template; both are complete. */
    ExplorationShape withConstants(List<String> others) {
        return new ExplorationShape(this, others);
    }

    /** {@code graph} is an IRI, null for the default graph. */
    void add(StatementPattern pattern, String graph) {
        int graphIndex = graphIndex(graph);
        Value predicate = pattern.getPredicateVar().getValue();
        patterns.add(
                new TriplePattern(
                        graphIndex,
                        place(pattern.getSubjectVar(), false, false),
                        place(pattern.getPredicateVar(), true, true),
                        place(pattern.getObjectVar(), false, RDF.TYPE.equals(predicate))));
        template.append(". ");
    }

    private int graphIndex(String iri) {
        int index = graphs.indexOf(iri);
        if (index < 0) {
            index = graphs.size();
            graphs.add(iri);
        }
        template.append(iri).append(' ');
        return index;
    }

    private Place place(Var var, boolean predicate, boolean inTemplate) {
        Value value = var.getValue();
        if (value == null) {
            int column = column(var.getName());
            template.append('?').append(column).append(' ');
            return Place.column(column);
        }
        String term = NTriplesUtil.toNTriplesString(value);
        constants.add(term);
        predicates.add(predicate);
        if (!inTemplate) {
            slots.add(constants.size() - 1);
        }
        template.append(inTemplate ? term : "$").append(' ');
        return Place.constant(constants.size() - 1);
    }

    /** The column of a variable, a new one at its first use. */
    private int column(String name) {
        int column = columns.indexOf(name);
        if (column < 0) {
            column = columns.size();
            columns.add(name);
        }
        return column;
    }

    /**
     * Adds a condition over variables that patterns bind; throws an {@link
     * UnsupportedAlgebraException} for one without an operator.
     */
    void addFilter(ValueExpr condition) {
        RowCondition filter = RowCondition.compile(condition);
        int[] of = filter.variables().stream().mapToInt(this::column).toArray();
        patternFilters.add(new PatternFilter(filters.size(), of));
        filters.add(filter);
        template.append("FILTER ").append(Arrays.toString(of)).append(' ');
        // RDF4J's text of n operators has n² characters where each is within the next.
        template.append(shortened(condition.toString())).append(' ');
    }

    /** Templates are kept and compared: of a long text it is enough to tell it from others. */
    private static String shortened(String text) {
        return text.length() > TEMPLATE_CHARS_MAX ? TextDigest.of(text) : text;
    }

    /** Column of a variable, -1 where no pattern has it. */
    int columnOf(String name) {
        return columns.indexOf(name);
    }

    List<String> columns() {
        return columns;
    }

    /** N-Triples strings, by index. */
    List<String> constants() {
        return constants;
    }

    int patternCount() {
        return patterns.size();
    }

    int graphCount() {
        return graphs.size();
    }

    /** Indexes of the constants in which queries of one template may differ. */
    List<Integer> slots() {
        return slots;
    }

    @Override
    public String variable(int column) {
        return columns.get(column);
    }

    @Override
    public String constant(int constant) {
        return constants.get(constant);
    }

    @Override
    public String graph(int graph) {
        return graphs.get(graph);
    }

    @Override
    public String filter(int filter) {
        return filters.get(filter).toString();
    }

    BasicGraphPattern pattern() {
        return new BasicGraphPattern(patterns, patternFilters);
    }

    /** What queries that differ in constants only have in common. */
    String template() {
        if (templateText == null || templateChars != template.length()) {
            templateText = shortened(template.toString());
            templateChars = template.length();
        }
        return templateText;
    }

    boolean hasFilters() {
        return !filters.isEmpty();
    }

    /** The ids that the constants have now. */
    long[] constantIds(TermDictionary dictionary) {
        long[] known = knownIds;
        if (known != null) {
            return known.clone();
        }
        long[] ids = new long[constants.size()];
        boolean complete = true;
        for (int i = 0; i < ids.length; i++) {
            ids[i] =
                    predicates.get(i)
                            ? dictionary.findPredicate(constants.get(i))
                            : dictionary.findVertex(constants.get(i));
            complete &= ids[i] != TermDictionary.UNKNOWN;
        }
        if (complete) {
            knownIds = ids.clone(); // a term that has an id keeps it
        }
        return ids;
    }

    TripleView[] views(GraphSet set) {
        TripleView[] views = new TripleView[graphs.size()];
        for (int i = 0; i < views.length; i++) {
            views[i] = set.graph(graphs.get(i));
        }
        return views;
    }

    RowFilter[] rowFilters(ExecutionContext context) {
        if (filters.isEmpty()) {
            return NO_FILTERS;
        }
        ExecutionInput input = OperatorQuery.input(context);
        RowFilter[] rowFilters = new RowFilter[filters.size()];
        for (int i = 0; i < rowFilters.length; i++) {
            rowFilters[i] = rowFilter(i, input);
        }
        return rowFilters;
    }

    /** A comparison of which one side is a subject, so no literal, is one of ids. */
    private RowFilter rowFilter(int filter, ExecutionInput input) {
        RowCondition condition = filters.get(filter);
        if (condition.comparesVariables()) {
            for (int column : patternFilters.get(filter).columns()) {
                if (patterns.stream().anyMatch(pattern -> isColumn(pattern.subject(), column))) {
                    return new IdComparison(condition.isEquality());
                }
            }
        }
        return condition.filter(input);
    }

    private static boolean isColumn(Place place, int column) {
        return !place.isConstant() && place.column() == column;
    }
}
