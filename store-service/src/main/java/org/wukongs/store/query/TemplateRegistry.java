package org.wukongs.store.query;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.Selection;

/**
 * Registered queries grouped into {@link QueryTemplate templates}: those with the same patterns,
 * filters and solution modifiers over the same windows and stored graphs. Used by the thread that
 * registers queries.
 *
 * <p>Names of variables do not count. Queries that compare with the execution before are apart from
 * those that do not, so that a reader of a template gets the same kind of rows from all.
 */
public final class TemplateRegistry {

    /** What the queries of a template have in common. */
    private record Key(
            String pattern,
            List<Integer> columns,
            boolean distinct,
            long offset,
            long limit,
            List<QueryWindow> windows,
            List<QueryGraph> graphs,
            Map<String, String> graphAliases,
            long stepMs,
            boolean comparesBefore) {

        private Key(CsparqlQuery query, String pattern, Selection selection) {
            this(
                    pattern,
                    Arrays.stream(selection.columns()).boxed().toList(),
                    selection.distinct(),
                    selection.offset(),
                    selection.limit(),
                    query.windows(),
                    query.graphs(),
                    query.graphAliases(),
                    query.stepMs(),
                    QueryStreams.comparesBefore(query));
        }
    }

    private final Map<Key, QueryTemplate> templates = new HashMap<>();
    private final TermDictionary dictionary;

    public TemplateRegistry(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    /**
     * Adds a query to its template. Its constants get ids, also those that no triple has yet: one
     * may come.
     *
     * @return null where the query can share no execution with others, as it is no exploration
     */
    public TemplateSubscription register(String name, CsparqlQuery query, CompiledQuery compiled) {
        if (!(compiled instanceof ExplorationQuery exploration)) {
            return null;
        }
        long[] constants = constants(exploration.shape());
        Key key = new Key(query, exploration.shape().template(), exploration.selection());
        QueryTemplate template = templates.get(key);
        if (template == null) {
            template = new QueryTemplate(exploration, () -> templates.remove(key));
            templates.put(key, template);
        }
        return template.subscribe(name, constants);
    }

    private long[] constants(ExplorationShape shape) {
        List<Integer> slots = shape.slots();
        long[] constants = new long[slots.size()];
        for (int slot = 0; slot < constants.length; slot++) {
            constants[slot] = dictionary.vertexId(shape.constants().get(slots.get(slot)));
        }
        return constants;
    }

    /** Removes a query, and its template with the last one; false where it had been removed. */
    public boolean unregister(TemplateSubscription subscription) {
        QueryTemplate template = subscription.template();
        return template != null && template.unsubscribe(subscription);
    }

    /** All templates that have queries. */
    public Collection<QueryTemplate> templates() {
        return Collections.unmodifiableCollection(templates.values());
    }
}
