package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.ContinuousTemplates;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.TemplateFetch;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.template.TemplateMember;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;

/**
 * Queries that differ in constants only are read together: one reader a template fetches what all
 * of its queries have at a window end. Each member with rows is gone to, whose queries share them;
 * all others have none.
 */
final class TemplatesLoad implements ContinuousLoad {

    private final StoreNode node;
    private final List<String> names = new ArrayList<>();
    private final Set<String> templates = new LinkedHashSet<>(); // by name
    private final Map<String, Integer> numbers = new HashMap<>(); // of queries, once asked for

    TemplatesLoad(StoreNode node) {
        this.node = node;
    }

    /** A member's rows, by one of its queries. */
    private final class MemberAnswer implements Answer {

        private final TemplateResult result;
        private final TemplateMember member;
        private final int rowCount;

        MemberAnswer(TemplateResult result, TemplateMember member, int rowCount) {
            this.result = result;
            this.member = member;
            this.rowCount = rowCount;
        }

        @Override
        public int queryCount() {
            return member.queryCount();
        }

        @Override
        public IntStream queries() {
            for (int query = numbers.size(); query < names.size(); query++) {
                numbers.put(names.get(query), query);
            }
            return Stream.iterate(member.newest(), s -> s != null, TemplateSubscription::next)
                    .mapToInt(subscription -> numbers.get(subscription.query()));
        }

        @Override
        public long engineNs() {
            return result.engineNs();
        }

        @Override
        public int rowCount() {
            return rowCount;
        }

        @Override
        public List<String[]> rows() {
            return result.strings(member.newest());
        }
    }

    @Override
    public void register(List<BenchQuery> queries) {
        for (BenchQuery query : queries) {
            node.registerQuery(query.text());
            TemplateSubscription subscription = node.continuous().subscription(query.name());
            if (subscription == null) {
                throw WukongsException.fatal("no template for the query: query=" + query.name());
            }
            names.add(query.name());
            String template = subscription.template().name();
            if (templates.add(template)) {
                node.continuous()
                        .readers()
                        .attach(
                                reader(template),
                                ReaderStart.earliest(),
                                new ReaderConnection(() -> 0));
            }
        }
    }

    @Override
    public int execute(long windowEndMs, Listener listener) {
        ContinuousTemplates engine = node.continuous().templates();
        List<TemplateFetch> fetches = new ArrayList<>();
        for (String template : templates) {
            TemplateFetch fetch = engine.start(reader(template), windowEndMs, 1);
            if (fetch.result() == null) {
                throw WukongsException.fatal("a window is not ready: windowEndMs=" + windowEndMs);
            }
            fetches.add(fetch);
        }
        for (TemplateFetch begun : fetches) {
            try (TemplateFetch fetch = begun) {
                tell(fetch.join().get(0), listener);
            }
        }
        node.collect();
        return names.size();
    }

    private static ReaderId reader(String template) {
        return ReaderId.ofTemplate(ReaderId.NAMELESS, template);
    }

    private void tell(TemplateResult result, Listener listener) {
        if (!result.failures().isEmpty()) {
            throw result.failures().get(0).reason();
        }
        result.forEachMember(
                (member, rows, from, to) ->
                        listener.answered(new MemberAnswer(result, member, to - from)));
    }

    @Override
    public void release(long windowEndMs) {
        for (String template : templates) {
            node.continuous().readers().release(reader(template), windowEndMs);
        }
    }

    @Override
    public String description() {
        return "one reader a template, each executed once for all of its queries, rows as ids,"
                + " shared by queries with the same constants";
    }

    @Override
    public void close() {
        names.forEach(node.continuous()::unregister);
    }
}
