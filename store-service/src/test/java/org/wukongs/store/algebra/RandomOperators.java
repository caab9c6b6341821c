package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.store.algebra.BooleanExpressions.Connective;
import org.wukongs.store.algebra.BooleanExpressions.IsBound;
import org.wukongs.store.algebra.BooleanExpressions.Negation;
import org.wukongs.store.algebra.BooleanExpressions.SameTermTest;
import org.wukongs.store.algebra.ConstantRows.ValuesRows;
import org.wukongs.store.algebra.Modifier.DistinctRows;
import org.wukongs.store.algebra.ValueExpressions.ColumnValue;
import org.wukongs.store.algebra.ValueExpressions.ConstantValue;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.TriplePattern;
import org.wukongs.store.view.TripleIndex;

/**
 * Random trees of operators, planned as queries are, and beside each the bag of its solutions by
 * {@link NaiveRows}.
 */
final class RandomOperators {

    /** An operator and what it has to give. */
    record Tree(Operator operator, List<Map<Integer, String>> solutions, String text) {}

    /** A condition, twice. */
    private record Test(Expression expression, NaiveRows.Condition naive, String text) {}

    private static final List<String> STORED_TERMS =
            List.of("<v:0>", "<v:1>", "<v:2>", "<v:3>", NaiveRows.integer(1));
    private static final List<String> OTHER_TERMS = List.of("<u:0>", "<u:1>", "\"u\"");
    private static final List<String> PREDICATES = List.of("<p:0>", "<p:1>");
    private static final int VARIABLES = 4;

    private final Random random;

    final PlanParts parts = new PlanParts(PatternPlans.UNSHARED);
    final Variables variables = new Variables();
    final TermDictionary dictionary = new TermDictionary(1000);
    final TripleIndex graph = new TripleIndex();
    private final Set<NaiveTriple> triples = new LinkedHashSet<>();

    RandomOperators(Random random) {
        this.random = random;
        for (int i = 0; i < VARIABLES; i++) {
            variables.column("v" + i);
        }
        PREDICATES.forEach(dictionary::predicateId);
        for (int i = random.nextInt(14); i > 0; i--) {
            NaiveTriple triple =
                    new NaiveTriple(pick(STORED_TERMS), pick(PREDICATES), pick(STORED_TERMS));
            triples.add(triple);
            graph.add(
                    dictionary.vertexId(triple.subject()),
                    dictionary.predicateId(triple.predicate()),
                    dictionary.vertexId(triple.object()));
        }
    }

    /** One more than the highest column that a tree has. */
    int columnCount() {
        return variables.columnCount();
    }

    /** A tree over the variables of a query. */
    Tree tree(int depth) {
        int[] scope = new int[VARIABLES];
        Arrays.setAll(scope, column -> column);
        return tree(depth, scope);
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private int pick(int[] columns) {
        return columns[random.nextInt(columns.length)];
    }

    private Tree tree(int depth, int[] scope) {
        if (depth == 0) {
            return random.nextInt(3) == 0 ? values(scope) : pattern(scope);
        }
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> join(tree(depth - 1, scope), tree(depth - 1, scope));
            case 3, 4 -> leftJoin(tree(depth - 1, scope), tree(depth - 1, scope), scope);
            case 5 -> minus(tree(depth - 1, scope), tree(depth - 1, scope));
            case 6 -> union(tree(depth - 1, scope), tree(depth - 1, scope));
            case 7, 8 -> filter(tree(depth - 1, scope), scope);
            case 9 -> extend(tree(depth - 1, scope), scope);
            case 10 -> project(depth, scope);
            default -> group(depth, scope);
        };
    }

    private Tree values(int[] scope) {
        int[] columns = some(scope);
        List<Value[]> rows = new ArrayList<>();
        List<Map<Integer, String>> solutions = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            Value[] row = new Value[columns.length];
            Map<Integer, String> solution = new TreeMap<>();
            for (int c = 0; c < columns.length; c++) {
                if (random.nextInt(4) > 0) {
                    String term = pick(random.nextInt(4) == 0 ? OTHER_TERMS : STORED_TERMS);
                    row[c] = TermDictionary.value(term);
                    solution.put(columns[c], term);
                }
            }
            rows.add(row);
            solutions.add(solution);
        }
        return new Tree(new ValuesRows(columns, rows), solutions, "values" + solutions);
    }

    private Tree pattern(int[] scope) {
        int subject = pick(scope);
        int object = pick(scope);
        int predicate = random.nextInt(3) == 0 ? pick(scope) : -1;
        String constant = pick(PREDICATES);
        Place place =
                predicate >= 0
                        ? Place.column(predicate)
                        : Place.constant(parts.constants().add(constant, true));
        TriplePattern pattern =
                new TriplePattern(0, Place.column(subject), place, Place.column(object));
        List<Map<Integer, String>> solutions = new ArrayList<>();
        for (NaiveTriple triple : triples) {
            Map<Integer, String> s = Map.of(subject, triple.subject());
            Map<Integer, String> o = Map.of(object, triple.object());
            Map<Integer, String> p = Map.of(predicate, triple.predicate());
            boolean fits = predicate >= 0 || constant.equals(triple.predicate());
            if (fits) {
                List<Map<Integer, String>> so = NaiveRows.join(List.of(s), List.of(o));
                solutions.addAll(predicate < 0 ? so : NaiveRows.join(so, List.of(p)));
            }
        }
        String text = subject + " " + (predicate < 0 ? constant : predicate) + " " + object;
        return new Tree(new ExplorePattern(BasicGraphPattern.of(pattern)), solutions, text);
    }

    private Tree join(Tree a, Tree b) {
        return new Tree(
                JoinPlanner.join(parts.placement(), List.of(a.operator(), b.operator())),
                NaiveRows.join(a.solutions(), b.solutions()),
                "join(" + a.text() + ", " + b.text() + ")");
    }

    private Tree leftJoin(Tree a, Tree b, int[] scope) {
        Test test = random.nextBoolean() ? null : test(scope, 2);
        return new Tree(
                new LeftJoin(
                        a.operator(),
                        b.operator(),
                        test == null ? null : visible(test, a, b),
                        variables.fresh()),
                NaiveRows.leftJoin(
                        a.solutions(), b.solutions(), test == null ? row -> true : test.naive()),
                "optional("
                        + a.text()
                        + ", "
                        + b.text()
                        + (test == null ? "" : " if " + test.text())
                        + ")");
    }

    /** Variables that the operators do not have are unbound: no outer row may give them a value. */
    private Expression visible(Test test, Tree... trees) {
        Columns possible = Columns.NONE;
        for (Tree tree : trees) {
            possible = possible.plus(tree.operator().possible());
        }
        return restricted(test.expression(), possible);
    }

    private static Expression restricted(Expression expression, Columns possible) {
        if (expression instanceof ColumnValue value) {
            return possible.contains(value.column()) ? value : ConstantValue.ERROR;
        }
        if (expression instanceof IsBound bound) {
            return possible.contains(bound.column())
                    ? bound
                    : new ConstantValue(BooleanLiteral.FALSE);
        }
        if (expression instanceof Negation not) {
            return new Negation(restricted(not.argument(), possible));
        }
        if (expression instanceof Connective both) {
            return new Connective(
                    both.decides(),
                    restricted(both.left(), possible),
                    restricted(both.right(), possible));
        }
        if (expression instanceof SameTermTest same) {
            return new SameTermTest(
                    restricted(same.left(), possible), restricted(same.right(), possible));
        }
        if (expression instanceof Comparison compare) {
            return new Comparison(
                    compare.operator(),
                    restricted(compare.left(), possible),
                    restricted(compare.right(), possible));
        }
        return expression;
    }

    private Tree minus(Tree a, Tree b) {
        return new Tree(
                new Minus(a.operator(), b.operator()),
                NaiveRows.minus(a.solutions(), b.solutions()),
                "minus(" + a.text() + ", " + b.text() + ")");
    }

    private Tree union(Tree a, Tree b) {
        return new Tree(
                new UnionAll(List.of(a.operator(), b.operator())),
                NaiveRows.union(a.solutions(), b.solutions()),
                "union(" + a.text() + ", " + b.text() + ")");
    }

    private Tree filter(Tree a, int[] scope) {
        Test test = test(scope, 2);
        return new Tree(
                parts.placement().place(visible(test, a), a.operator()),
                NaiveRows.filter(a.solutions(), test.naive()),
                "filter(" + a.text() + ", " + test.text() + ")");
    }

    /** Binds a variable that the argument does not have. */
    private Tree extend(Tree a, int[] scope) {
        int column = pick(scope);
        int copied = pick(scope);
        if (a.operator().possible().contains(column)) {
            return a;
        }
        boolean copy = random.nextBoolean() && a.operator().possible().contains(copied);
        String constant = pick(OTHER_TERMS);
        Expression value =
                copy ? new ColumnValue(copied) : new ConstantValue(TermDictionary.value(constant));
        List<Map<Integer, String>> solutions = new ArrayList<>();
        for (Map<Integer, String> row : a.solutions()) {
            String term = copy ? row.get(copied) : constant;
            solutions.add(term == null ? row : NaiveRows.merged(row, Map.of(column, term)));
        }
        return new Tree(
                new Extend(a.operator(), column, value),
                solutions,
                "bind(" + a.text() + ", " + column + "=" + (copy ? copied : constant) + ")");
    }

    /** A sub-select: variables that it does not project are others than those around it. */
    private Tree project(int depth, int[] scope) {
        int[] to = some(scope);
        int[] inner = scope.clone();
        int[] from = new int[to.length];
        int projected = 0;
        for (int i = 0; i < scope.length; i++) {
            boolean kept = projected < to.length && to[projected] == scope[i];
            boolean renamed = !kept || random.nextInt(4) == 0;
            inner[i] = renamed ? variables.fresh() : scope[i];
            if (kept) {
                from[projected++] = inner[i];
            }
        }
        Tree a = tree(depth - 1, inner);
        Operator operator = new Project(a.operator(), from, to);
        List<Map<Integer, String>> solutions = NaiveRows.project(a.solutions(), from, to);
        String text =
                "select(" + a.text() + ", " + Arrays.toString(from) + Arrays.toString(to) + ")";
        return random.nextBoolean()
                ? new Tree(operator, solutions, text)
                : new Tree(
                        new DistinctRows(operator),
                        NaiveRows.distinct(solutions),
                        "distinct " + text);
    }

    private Tree group(int depth, int[] scope) {
        int[] inner = new int[scope.length];
        Arrays.setAll(inner, i -> variables.fresh());
        Tree a = tree(depth - 1, inner);
        int[] keys = random.nextInt(4) == 0 ? new int[0] : some(inner);
        int counted = pick(inner);
        int into = variables.fresh();
        boolean distinct = random.nextBoolean();
        Expression value =
                a.operator().possible().contains(counted)
                        ? new ColumnValue(counted)
                        : ConstantValue.ERROR;
        Aggregate count = new Aggregate(Aggregate.Function.COUNT, value, distinct, " ", into);
        Operator operator = new GroupRows(a.operator(), keys, List.of(count), inner);
        int[] from = Arrays.copyOf(keys, keys.length + 1);
        from[keys.length] = into;
        int[] to = Arrays.copyOf(scope, Math.min(scope.length, from.length));
        from = Arrays.copyOfRange(from, from.length - to.length, from.length);
        List<Map<Integer, String>> groups =
                NaiveRows.count(a.solutions(), keys, counted, distinct, into);
        return new Tree(
                new Project(operator, from, to),
                NaiveRows.project(groups, from, to),
                "group(" + a.text() + ", by=" + Arrays.toString(keys) + " count=" + counted + ")");
    }

    private int[] some(int[] scope) {
        int[] chosen = Arrays.stream(scope).filter(c -> random.nextBoolean()).toArray();
        return chosen.length == 0 ? scope.clone() : chosen;
    }

    private Test test(int[] scope, int depth) {
        int column = pick(scope);
        int kind = depth == 0 ? random.nextInt(3) : random.nextInt(6);
        return switch (kind) {
            case 0 -> bound(column);
            case 1 -> equal(column, pick(scope));
            case 2 -> differs(column, pick(STORED_TERMS.subList(0, 4)));
            case 3 -> negation(test(scope, depth - 1));
            default -> connective(kind == 4, test(scope, depth - 1), test(scope, depth - 1));
        };
    }

    private static Test bound(int column) {
        return new Test(
                new IsBound(column), row -> row.containsKey(column), "bound(" + column + ")");
    }

    private static Test equal(int a, int b) {
        return new Test(
                new SameTermTest(new ColumnValue(a), new ColumnValue(b)),
                row ->
                        (row.containsKey(a) && row.containsKey(b))
                                ? (Boolean) row.get(a).equals(row.get(b))
                                : null,
                a + "=" + b);
    }

    private static Test differs(int column, String iri) {
        return new Test(
                new Comparison(
                        CompareOp.NE,
                        new ColumnValue(column),
                        new ConstantValue(TermDictionary.value(iri))),
                row -> row.containsKey(column) ? (Boolean) !row.get(column).equals(iri) : null,
                column + "!=" + iri);
    }

    private static Test negation(Test test) {
        return new Test(
                new Negation(test.expression()),
                row -> {
                    Boolean truth = test.naive().apply(row);
                    return truth == null ? null : (Boolean) !truth;
                },
                "!" + test.text());
    }

    private static Test connective(boolean decides, Test a, Test b) {
        return new Test(
                new Connective(decides, a.expression(), b.expression()),
                row -> {
                    Boolean left = a.naive().apply(row);
                    Boolean right = b.naive().apply(row);
                    Boolean decisive = decides;
                    if (decisive.equals(left) || decisive.equals(right)) {
                        return decisive;
                    }
                    return (left == null || right == null) ? null : (Boolean) !decides;
                },
                "(" + a.text() + (decides ? " or " : " and ") + b.text() + ")");
    }

    /** Bags as comparable lists. */
    static Map<Map<Integer, String>, Integer> bag(List<Map<Integer, String>> rows) {
        Map<Map<Integer, String>, Integer> counts = new HashMap<>();
        rows.forEach(row -> counts.merge(new TreeMap<>(row), 1, Integer::sum));
        return counts;
    }
}
