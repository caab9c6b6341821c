package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.csparql.ResultForm;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryCompiler;
import org.wukongs.store.plan.RandomData;
import org.wukongs.store.plan.RandomQueries;
import org.wukongs.store.rdf.StoreRdfEvaluation;

/** A template's rows for each member are those of its query executed alone. */
class QueryTemplateTest {

    private static final int GRAPH_SETS = 30;
    private static final int QUERIES_EACH = 60;

    private final FixedCatalog catalog = FixedCatalog.ofNames(List.of(), RandomQueries.GRAPHS);

    @Test
    void asEachMemberAlone() {
        Random random = Seeds.random(getClass());
        int templates = 0;
        int members = 0;
        long rows = 0;
        for (int g = 0; g < GRAPH_SETS; g++) {
            RandomQueries queries = new RandomQueries(random);
            RandomData data = new RandomData(queries, random);
            long[] vertices = vertices(data);
            for (int q = 0; q < QUERIES_EACH; q++) {
                CsparqlQuery query = CsparqlParser.parse(limited(queries.query(), random), catalog);
                CompiledQuery compiled = QueryCompiler.compile(query);
                if (compiled.plan().single() != null) {
                    TemplateRun run = new TemplateRun(compiled, data, vertices, random);
                    rows += run.rounds();
                    templates++;
                    members += run.memberCount();
                }
            }
        }
        assertThat(templates).isGreaterThan(GRAPH_SETS * QUERIES_EACH / 4);
        assertThat(members).isGreaterThan(4 * templates);
        assertThat(rows).isGreaterThan(members / 3);
    }

    private static String limited(String text, Random random) {
        if (text.startsWith("ASK") || random.nextInt(4) > 0) {
            return text;
        }
        String limit = " LIMIT " + random.nextInt(4);
        return random.nextBoolean() ? text + limit : text + limit + " OFFSET " + random.nextInt(3);
    }

    /** Ids of all terms of the data, and of some that no triple has. */
    private static long[] vertices(RandomData data) {
        List<String> terms = new ArrayList<>(List.of("<http://x/new1>", "<http://x/new2>"));
        for (List<NaiveTriple> triples : data.naive.values()) {
            for (NaiveTriple triple : triples) {
                terms.addAll(List.of(triple.subject(), triple.predicate(), triple.object()));
            }
        }
        return data.dictionary.vertexIds(terms.stream().distinct().toList());
    }

    /** One template with members that come and go between executions. */
    private static final class TemplateRun {

        private final CompiledQuery query;
        private final QueryTemplate template;
        private final RandomData data;
        private final long[] vertices;
        private final Random random;
        private final List<TemplateSubscription> subscriptions = new ArrayList<>();

        TemplateRun(CompiledQuery query, RandomData data, long[] vertices, Random random) {
            this.query = query;
            this.template = new QueryTemplate("T", query, () -> {});
            this.data = data;
            this.vertices = vertices;
            this.random = random;
        }

        int memberCount() {
            return template.memberCount();
        }

        /** Returns how many rows there were. */
        long rounds() {
            long rows = execute(template.members());
            for (int round = 0; round < 3; round++) {
                change();
                MembersView view = template.members();
                rows += execute(view);
                execute(
                        view.subset(
                                random.ints(random.nextInt(4), 1, 1 + view.memberCount())
                                        .toArray()));
            }
            return rows;
        }

        private void change() {
            for (int i = random.nextInt(12) + 1; i > 0; i--) {
                long[] constants = new long[query.plan().single().slots().size()];
                for (int slot = 0; slot < constants.length; slot++) {
                    constants[slot] = vertices[random.nextInt(vertices.length)];
                }
                subscriptions.add(template.subscribe("q" + subscriptions.size(), constants));
            }
            while (subscriptions.size() > 1 && random.nextInt(4) == 0) {
                int victim = random.nextInt(subscriptions.size());
                template.unsubscribe(subscriptions.remove(victim));
            }
        }

        private long execute(MembersView view) {
            TemplateRows rows = template.execute(data.context(query.query()), view);
            long count = 0;
            for (int member = 1; member <= view.memberCount(); member++) {
                assertRows(rows, view, member);
                count += rows.size(member);
            }
            return count;
        }

        private void assertRows(TemplateRows rows, MembersView view, int member) {
            long[] constants = query.plan().constantIds(data.dictionary);
            for (int slot = 0; slot < view.slotCount(); slot++) {
                constants[query.plan().single().slots().get(slot)] = view.constant(member, slot);
            }
            Selection selection = query.plan().single().selection();
            BindingTable alone = explore(constants, selection);
            List<List<Long>> found = rows(rows.rows(member));
            String as = query.query().text() + " member " + member + " of " + view.memberCount();
            if (selection.limit() < 0 || query.query().form() == ResultForm.ASK) {
                assertThat(found).as(as).containsExactlyInAnyOrderElementsOf(rows(alone));
            } else {
                assertThat(found).as(as).hasSize(alone.size());
                // which rows LIMIT leaves is open, that they are rows of the query is not
                Selection whole = new Selection(selection.columns(), selection.distinct(), 0, -1);
                List<List<Long>> all = rows(explore(constants, whole));
                found.forEach(row -> assertThat(all.remove(row)).as(as).isTrue());
            }
        }

        private BindingTable explore(long[] constants, Selection selection) {
            return query.plan()
                    .explore(
                            StoreRdfEvaluation.input(data.context(query.query())),
                            constants,
                            selection);
        }
    }

    private static List<List<Long>> rows(BindingTable table) {
        List<List<Long>> rows = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            List<Long> ids = new ArrayList<>();
            for (int column = 0; column < table.columnCount(); column++) {
                ids.add(table.get(column, row));
            }
            rows.add(ids);
        }
        return rows;
    }
}
