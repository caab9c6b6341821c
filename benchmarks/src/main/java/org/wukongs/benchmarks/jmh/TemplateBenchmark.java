package org.wukongs.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;
import org.wukongs.store.plan.QueryCompiler;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateMember;
import org.wukongs.store.template.TemplateRegistry;
import org.wukongs.store.template.TemplateRows;
import org.wukongs.store.template.TemplateSubscription;

/**
 * A million registered queries, a third each of LSBench's L1, L2 and L3, with users drawn at
 * random; per execution of a query, its rows as ids.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TemplateBenchmark {

    private static final int QUERIES_DEFAULT = 333_333;
    private static final int ALONE_OF_CLASS = 100;
    private static final int CLASSES = 3;
    private static final long SEED = 2;

    /** Of each class. */
    @Param("" + QUERIES_DEFAULT)
    public int queries;

    @Param("10000")
    public int users;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Template> templates = new ArrayList<>();
    private SocialNetwork network;
    private TemplateRegistry registry;

    /** The queries of one class. */
    private record Template(
            CsparqlQuery query, QueryTemplate template, TemplateSubscription[] subscriptions) {}

    @Setup
    public void register() {
        network = new SocialNetwork(users);
        registry = new TemplateRegistry(network.dictionary);
        templates.add(template(LsbenchQueries.l1("L1", 1), LsbenchVocabulary.USER));
        templates.add(template(LsbenchQueries.l2("L2", 1), LsbenchVocabulary.PERSON));
        templates.add(template(LsbenchQueries.l3("L3", 1), LsbenchVocabulary.PERSON));
    }

    /** {@code constants} is the IRI of what its queries ask about, before the number. */
    private Template template(String text, String constants) {
        CsparqlQuery query = CsparqlParser.parse(text);
        QueryTemplate template =
                registry.register("first", query, QueryCompiler.compile(query)).template();
        TemplateSubscription[] subscriptions = new TemplateSubscription[queries];
        for (int i = 0; i < subscriptions.length; i++) {
            String constant = "<" + constants + (1 + random.nextInt(users)) + ">";
            subscriptions[i] =
                    template.subscribe("query" + i, network.dictionary.vertexId(constant));
        }
        return new Template(query, template, subscriptions);
    }

    @TearDown
    public void close() {
        network.close();
    }

    /** All queries at one time: one execution of each template, and who gets what of it. */
    @Benchmark
    @OperationsPerInvocation(CLASSES * QUERIES_DEFAULT)
    public long together() {
        long rows = 0;
        for (Template template : templates) {
            MembersView members = template.template().members();
            TemplateRows found =
                    template.template().execute(network.context(template.query()), members);
            for (int group = 0; group < found.groupCount(); group++) {
                int member = found.member(group);
                rows += (long) found.size(member) * queries(members.member(member));
            }
        }
        return rows;
    }

    private static int queries(TemplateMember member) {
        int count = 0;
        TemplateSubscription one = member.newest();
        while (one != null) {
            count++;
            one = one.next();
        }
        return count;
    }

    /** The same plans with the constants of one query at a time. */
    @Benchmark
    @OperationsPerInvocation(CLASSES * ALONE_OF_CLASS)
    public long alone() {
        long rows = 0;
        for (Template template : templates) {
            MembersView members = template.template().members();
            for (int i = 0; i < ALONE_OF_CLASS; i++) {
                int number = template.subscriptions()[i].member().number();
                rows +=
                        template.template()
                                .execute(network.context(template.query()), members.subset(number))
                                .size(1);
            }
        }
        return rows;
    }
}
