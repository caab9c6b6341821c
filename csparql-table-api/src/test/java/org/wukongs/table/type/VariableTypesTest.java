package org.wukongs.table.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.naive.Seeds;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.table.type.VariableTypes.Variable;

/** Random queries: whatever a variable gets from the store is of the type inferred. */
final class VariableTypesTest {

    private static final int QUERY_COUNT = 3_000;
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<String> CONSTANTS =
            List.of("1", "2.5", "3e0", "true", "'x'", "'7'", "<http://x/a>", "NOW()", "RAND()");

    private final Random random = new Random(Seeds.seed(VariableTypesTest.class));

    @Test
    void noValueContradictsItsType() {
        int known = 0;
        try (StoreServer store = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            for (int i = 0; i < QUERY_COUNT; i++) {
                known += check(query(), store);
            }
        }
        assertThat(known).as("values of known type").isGreaterThan(QUERY_COUNT);
    }

    private static int check(String query, StoreServer store) {
        CsparqlQuery parsed = CsparqlParser.parse(query);
        Map<String, Variable> types = VariableTypes.of(parsed.algebra().getTupleExpr());
        int known = 0;
        for (String[] row : store.query(query, RequestDataset.NONE).collect().rows()) {
            for (int i = 0; i < row.length; i++) {
                TermType type = types.getOrDefault(parsed.vars().get(i), Variable.NEVER).type();
                assertThat(fits(row[i], type))
                        .as("%s: ?%s = %s is %s", query, parsed.vars().get(i), row[i], type)
                        .isTrue();
                known += row[i] == null || type == TermType.ANY ? 0 : 1;
            }
        }
        return known;
    }

    private static boolean fits(String term, TermType type) {
        return term == null
                || type == TermType.ANY
                || TermType.of(RdfTerms.value(term)).or(type) == type;
    }

    private String query() {
        if (random.nextInt(4) > 0) {
            return "SELECT * WHERE { " + group(3) + " }";
        }
        String key = variable();
        return "SELECT "
                + key
                + " ("
                + aggregate()
                + " AS ?n) ("
                + aggregate()
                + " + 1 AS ?m) "
                + "WHERE { "
                + group(2)
                + " } GROUP BY "
                + key;
    }

    private String group(int depth) {
        StringBuilder group = new StringBuilder();
        for (int i = 0; i <= random.nextInt(3); i++) {
            group.append(element(depth)).append(' ');
        }
        return group.toString();
    }

    /** A group in brackets may bind what others bind, as BIND may not. */
    private String element(int depth) {
        int kind = random.nextInt(depth > 0 ? 6 : 2);
        return switch (kind) {
            case 0 -> "VALUES " + variable() + " { " + value() + " " + value() + " }";
            case 1 -> "{ BIND(" + expression(2) + " AS " + variable() + ") }";
            case 2 -> "OPTIONAL { " + group(depth - 1) + " }";
            case 3 -> "{ " + group(depth - 1) + " } UNION { " + group(depth - 1) + " }";
            case 4 -> "MINUS { " + group(depth - 1) + " }";
            default -> {
                String inner = variable();
                yield "{ SELECT " + inner + " WHERE { " + group(depth - 1) + " } }";
            }
        };
    }

    private String expression(int depth) {
        if (depth == 0) {
            return random.nextBoolean() ? variable() : pick(CONSTANTS);
        }
        String a = expression(depth - 1);
        String b = expression(depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> "(" + a + " " + pick(List.of("+", "-", "*", "/")) + " " + b + ")";
            case 1 -> "(" + a + " " + pick(List.of("=", "<", "&&", "||")) + " " + b + ")";
            case 2 -> "IF(" + a + ", " + b + ", " + expression(depth - 1) + ")";
            case 3 -> "COALESCE(" + a + ", " + b + ")";
            case 4 -> "STRLEN(STR(" + a + "))";
            case 5 -> pick(List.of("ABS", "CEIL", "FLOOR", "ROUND")) + "(" + a + ")";
            case 6 -> cast() + "(" + a + ")";
            case 7 -> pick(List.of("YEAR", "SECONDS", "MINUTES")) + "(" + a + ")";
            default -> a;
        };
    }

    private String cast() {
        return "<http://www.w3.org/2001/XMLSchema#"
                + pick(
                        List.of(
                                "integer",
                                "decimal",
                                "double",
                                "float",
                                "boolean",
                                "dateTime",
                                "string"))
                + ">";
    }

    private String aggregate() {
        String function =
                pick(List.of("COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT"));
        return function + "(" + expression(1) + ")";
    }

    private String value() {
        return random.nextInt(5) == 0 ? "UNDEF" : CONSTANTS.get(random.nextInt(7));
    }

    private String variable() {
        return "?" + pick(NAMES);
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
