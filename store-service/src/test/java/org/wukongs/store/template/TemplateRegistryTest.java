package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.plan.QueryCompiler;
import org.wukongs.store.view.TripleIndex;

/** Which queries are executed together, and what each of them gets. */
class TemplateRegistryTest {

    private static final String POSTS = "FROM STREAM <posts:> [RANGE 1s STEP 100ms] ";

    private final TermDictionary dictionary = new TermDictionary(1_000);
    private final TemplateRegistry registry = new TemplateRegistry(dictionary);
    private final TripleIndex window = new TripleIndex();
    private ExecutionLimits limits = ExecutionLimits.DEFAULT;
    private int queryCount;

    private void add(String subject, String predicate, String object) {
        window.add(
                dictionary.vertexId("<v:" + subject + ">"),
                dictionary.predicateId("<p:" + predicate + ">"),
                dictionary.vertexId("<v:" + object + ">"));
    }

    private CsparqlQuery parse(String text) {
        return CsparqlParser.parse("REGISTER QUERY q" + queryCount++ + " AS " + text);
    }

    private TemplateSubscription register(String text) {
        CsparqlQuery query = parse(text);
        return registry.register(query.name(), query, QueryCompiler.compile(query));
    }

    private TemplateSubscription pattern(String pattern) {
        return register("SELECT * " + POSTS + "WHERE { " + pattern + " }");
    }

    private ExecutionContext context(CsparqlQuery query) {
        GraphSet.Builder graphs = new GraphSet.Builder();
        for (QueryWindow one : query.windows()) {
            graphs.add(one.iri(), window);
            graphs.addToDefault(window);
        }
        SystemNanoClock clock = new SystemNanoClock();
        return new ExecutionContext(graphs.build(), dictionary, limits, clock, clock.nanoTime());
    }

    /** The rows of each subscription, as names without brackets. */
    private List<List<String>> rows(TemplateSubscription... subscriptions) {
        CsparqlQuery query = parse("SELECT * " + POSTS + "WHERE { ?s ?p ?o }");
        TemplateRows all = subscriptions[0].template().execute(context(query));
        List<List<String>> rows = new ArrayList<>();
        for (TemplateSubscription subscription : subscriptions) {
            int member = subscription.member().number();
            List<String> own = new ArrayList<>();
            for (int row = all.from(member); row < all.to(member); row++) {
                own.add(dictionary.vertex(all.table().get(0, row)).replaceAll("<v:|>", ""));
            }
            own.sort(String::compareTo);
            rows.add(own);
        }
        return rows;
    }

    @Test
    void constantsDifferNothingElse() {
        TemplateSubscription first = pattern("<v:ann> <p:wrote> ?post");
        assertThat(pattern("<v:bob> <p:wrote> ?post").template()).isSameAs(first.template());
        assertThat(pattern("<v:ann> <p:wrote> ?post").member()).isSameAs(first.member());
        assertThat(first.member().newest().query()).isEqualTo("q2");
        assertThat(first.member().newest().next().query()).isEqualTo("q0");
        List<String> others =
                List.of(
                        "SELECT * " + POSTS + "WHERE { <v:ann> <p:read> ?post }",
                        "SELECT * " + POSTS + "WHERE { ?post <p:wrote> <v:ann> }",
                        "SELECT DISTINCT * " + POSTS + "WHERE { <v:ann> <p:wrote> ?post }",
                        "SELECT * " + POSTS + "WHERE { <v:ann> <p:wrote> ?post } LIMIT 3",
                        "ASK " + POSTS + "WHERE { <v:ann> <p:wrote> ?post }",
                        "SELECT * " + POSTS + "WHERE { <v:ann> <p:wrote> ?text }",
                        "SELECT * FROM STREAM <posts:> [RANGE 2s STEP 100ms]"
                                + " WHERE { <v:ann> <p:wrote> ?post }",
                        "SELECT * FROM STREAM <posts:> [RANGE 1s STEP 200ms]"
                                + " WHERE { <v:ann> <p:wrote> ?post }",
                        "SELECT * FROM STREAM <likes:> [RANGE 1s STEP 100ms]"
                                + " WHERE { <v:ann> <p:wrote> ?post }",
                        "SELECT * " + POSTS + "FROM STORED WHERE { <v:ann> <p:wrote> ?post }",
                        "SELECT * " + POSTS + "WHERE { <v:ann> a <v:Person> . ?s ?p ?o }",
                        "SELECT * " + POSTS + "WHERE { <v:ann> a <v:Robot> . ?s ?p ?o }");
        for (String other : others) {
            assertThat(register(other).template()).as(other).isNotSameAs(first.template());
        }
        assertThat(registry.templates()).hasSize(1 + others.size());
    }

    @Test
    void aQueryOfOperatorsHasATemplateOfItsOwn() {
        String pattern = "<v:ann> <p:wrote> ?post OPTIONAL { ?post <p:about> ?x }";
        QueryTemplate first = pattern(pattern).template();
        assertThat(first.name()).isNull();
        assertThat(first.memberCount()).isEqualTo(1);
        assertThat(pattern(pattern).template()).isNotSameAs(first);
        assertThat(registry.templates()).isEmpty();
    }

    @Test
    void aTermThatComesLaterIsFound() {
        add("ann", "wrote", "post1");
        TemplateSubscription ann = pattern("<v:ann> <p:wrote> ?post");
        TemplateSubscription bob = pattern("<v:bob> <p:wrote> ?post");
        assertThat(rows(ann, bob)).containsExactly(List.of("post1"), List.of());
        add("bob", "wrote", "post2");
        add("bob", "wrote", "post3");
        assertThat(rows(ann, bob)).containsExactly(List.of("post1"), List.of("post2", "post3"));
    }

    @Test
    void aPredicateThatNothingHasMatchesNothing() {
        add("ann", "wrote", "post1");
        TemplateSubscription ann = pattern("<v:ann> <p:unknown> ?post");
        TemplateSubscription bob = pattern("<v:bob> <p:unknown> ?post");
        assertThat(rows(ann, bob)).containsExactly(List.of(), List.of());
    }

    @Test
    void oneConstantInTwoPlaces() {
        add("ann", "likes", "post1");
        add("ann", "wrote", "post1");
        add("bob", "likes", "post1");
        String likes = "?post ^<p:likes> <v:%s> . <v:%s> <p:wrote> ?post";
        TemplateSubscription annAnn = pattern(String.format(likes, "ann", "ann"));
        TemplateSubscription bobAnn = pattern(String.format(likes, "bob", "ann"));
        TemplateSubscription bobBob = pattern(String.format(likes, "bob", "bob"));
        assertThat(rows(annAnn, bobAnn, bobBob))
                .containsExactly(List.of("post1"), List.of("post1"), List.of());
    }

    @Test
    void aConstantInAFilterOnlyIsPartOfTheTemplate() {
        add("ann", "wrote", "post1");
        String not = "?who <p:wrote> ?post FILTER(?who != <v:%s>)";
        TemplateSubscription ann = pattern(String.format(not, "ann"));
        TemplateSubscription bob = pattern(String.format(not, "bob"));
        assertThat(ann.template()).isNotSameAs(bob.template());
        assertThat(rows(ann)).containsExactly(List.of());
        assertThat(rows(bob)).containsExactly(List.of("ann"));
    }

    @Test
    void membersComeAndGo() {
        add("ann", "wrote", "post1");
        add("bob", "wrote", "post2");
        TemplateSubscription ann = pattern("<v:ann> <p:wrote> ?post");
        TemplateSubscription bob = pattern("<v:bob> <p:wrote> ?post");
        QueryTemplate template = ann.template();
        assertThat(registry.unregister(ann)).isTrue();
        assertThat(registry.unregister(ann)).isFalse();
        assertThat(ann.template()).isNull();
        assertThat(template.memberCount()).isOne();
        assertThat(rows(bob)).containsExactly(List.of("post2"));
        TemplateSubscription again = pattern("<v:ann> <p:wrote> ?post");
        assertThat(rows(bob, again)).containsExactly(List.of("post2"), List.of("post1"));
        registry.unregister(bob);
        registry.unregister(again);
        assertThat(registry.templates()).isEmpty();
        assertThat(pattern("<v:ann> <p:wrote> ?post").template()).isNotSameAs(template);
    }

    /** What an execution was given stays as it was, whoever comes and goes meanwhile. */
    @Test
    void anExecutionKeepsItsMembers() {
        add("ann", "wrote", "post1");
        TemplateSubscription ann = pattern("<v:ann> <p:wrote> ?post");
        TemplateSubscription bob = pattern("<v:bob> <p:wrote> ?post");
        MembersView before = ann.template().members();
        int number = ann.member().number();
        for (int i = 0; i < 200; i++) {
            TemplateSubscription other = pattern("<v:" + i + "> <p:wrote> ?post");
            registry.unregister(other);
        }
        registry.unregister(bob);
        CsparqlQuery query = parse("SELECT * " + POSTS + "WHERE { ?s ?p ?o }");
        TemplateRows rows = ann.template().execute(context(query), before);
        assertThat(before.memberCount()).isEqualTo(2);
        assertThat(rows.size(number)).isOne();
        assertThat(rows.groupCount()).isOne();
        assertThat(before.member(rows.member(0))).isSameAs(ann.member());
        assertThat(before.member(3 - number).newest()).isNull();
        assertThat(rows(ann)).containsExactly(List.of("post1"));
    }

    /** A member with too many rows is told so, and nobody else; too many of all are no error. */
    @Test
    void oneTooLargeResultIsOneFailure() {
        List<TemplateSubscription> subscriptions = new ArrayList<>();
        for (int who = 0; who < 20; who++) {
            for (int post = 0; post < (who == 7 ? 30 : 3); post++) {
                add("who" + who, "wrote", "post" + post);
            }
            subscriptions.add(pattern("<v:who" + who + "> <p:wrote> ?post"));
        }
        limits = new ExecutionLimits(10, 60_000);
        CsparqlQuery query = parse("SELECT * " + POSTS + "WHERE { ?s ?p ?o }");
        Collected collected = new Collected();
        QueryTemplate template = subscriptions.get(0).template();
        new TemplateExecution(template, () -> context(query), collected)
                .execute(template.members());
        assertThat(collected.failed).containsExactly("q7");
        assertThat(collected.rows)
                .hasSize(19)
                .allSatisfy((name, count) -> assertThat(count).isEqualTo(3));
    }

    private static final class Collected implements TemplateExecution.Sink {

        private final Map<String, Integer> rows = new TreeMap<>();
        private final List<String> failed = new ArrayList<>();

        @Override
        public void rows(MembersView view, TemplateRows found) {
            for (int group = 0; group < found.groupCount(); group++) {
                int member = found.member(group);
                rows.put(view.member(member).newest().query(), found.size(member));
            }
        }

        @Override
        public void failed(MembersView view, WukongsException reason) {
            assertThat(reason).hasMessageContaining("rowCountMax=10");
            for (int member = 1; member <= view.memberCount(); member++) {
                failed.add(view.member(member).newest().query());
            }
        }
    }
}
