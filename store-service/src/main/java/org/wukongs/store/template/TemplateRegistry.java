package org.wukongs.store.template;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.algebra.TextDigest;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.plan.CompiledQuery;

/**
 * Groups registered queries into {@link QueryTemplate templates}: queries with the same patterns,
 * filters and solution modifiers over the same windows and stored graphs. A query that is more than
 * one basic graph pattern gets a template of its own, which has no name. Used by the thread that
 * registers queries.
 *
 * <p>Names of variables do not matter, except those of the result's columns. RSTREAM, ISTREAM and
 * DSTREAM queries have different templates, so that a reader of a template gets the same kind of
 * rows from all queries.
 */
public final class TemplateRegistry {

    /** The common part of a template's queries. */
    private record Key(
            String pattern,
            List<Integer> columns,
            List<String> vars,
            boolean distinct,
            long offset,
            long limit,
            List<QueryWindow> windows,
            List<QueryGraph> graphs,
            Map<String, String> graphAliases,
            long stepMs,
            ResultForm form,
            Emission emission) {

        private Key(CsparqlQuery query, String pattern, Selection selection) {
            this(
                    pattern,
                    Arrays.stream(selection.columns()).boxed().toList(),
                    query.vars(),
                    selection.distinct(),
                    selection.offset(),
                    selection.limit(),
                    query.windows(),
                    query.graphs(),
                    new TreeMap<>(query.graphAliases()),
                    query.stepMs(),
                    query.form(),
                    query.emission());
        }

        /**
         * The same for the same queries, also in another store, so that a reader can find the
         * template again.
         */
        private String name() {
            return TextDigest.of(toString()).substring(0, NAME_CHARS);
        }
    }

    /** With 2^64 names, two of a thousand templates have the same name once in 10^13 stores. */
    private static final int NAME_CHARS = 16;

    private final Map<Key, QueryTemplate> templates = new HashMap<>();
    private Function<String, ElsewhereException> elsewhere = name -> null;
    private final TreeMap<String, QueryTemplate> byName = new TreeMap<>();
    private final TermDictionary dictionary;

    public TemplateRegistry(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    /**
     * Adds a query to its template. All its constants get ids, even if no triple has them yet,
     * because one may come.
     */
    public TemplateSubscription register(String name, CsparqlQuery query, CompiledQuery compiled) {
        SinglePattern single = compiled.plan().single();
        if (single == null) {
            return new QueryTemplate(null, compiled, () -> {}).subscribe(name);
        }
        long[] constants = constants(single.slots(), compiled.plan().constants());
        Key key = new Key(query, single.template(), single.selection());
        QueryTemplate template = templates.get(key);
        if (template == null) {
            template = add(key, compiled);
        }
        return template.subscribe(name, constants);
    }

    private QueryTemplate add(Key key, CompiledQuery first) {
        String name = key.name();
        Runnable unused =
                () -> {
                    templates.remove(key);
                    byName.remove(name);
                };
        QueryTemplate template = new QueryTemplate(name, first, unused);
        if (byName.putIfAbsent(name, template) != null) {
            throw WukongsException.fatal("two templates have one name: name=" + name);
        }
        templates.put(key, template);
        return template;
    }

    private long[] constants(List<Integer> slots, List<String> terms) {
        long[] constants = new long[slots.size()];
        for (int slot = 0; slot < constants.length; slot++) {
            constants[slot] = dictionary.constantId(terms.get(slots.get(slot)));
        }
        return constants;
    }

    /**
     * Removes a query, and with the last one its template; returns false if it had been removed.
     */
    public boolean unregister(TemplateSubscription subscription) {
        QueryTemplate template = subscription.template();
        return template != null && template.unsubscribe(subscription);
    }

    /** Asks there whether another node has a template that is not here, by its name. */
    public void useElsewhere(Function<String, ElsewhereException> newElsewhere) {
        elsewhere = newElsewhere;
    }

    /**
     * The template with a name.
     *
     * @throws WukongsException USER if no registered query has that template
     */
    public QueryTemplate named(String name) {
        QueryTemplate template = byName.get(name);
        if (template == null) {
            ElsewhereException there = elsewhere.apply(name);
            if (there != null) {
                throw there;
            }
            throw WukongsException.user(
                    "no such template: name=" + name + " templateCount=" + byName.size());
        }
        return template;
    }

    /** The next {@code countMax} templates, at most, after a name in order of their names. */
    public List<QueryTemplate> after(String name, int countMax) {
        return byName.tailMap(name, false).values().stream().limit(countMax).toList();
    }

    /** All templates that have queries. */
    public Collection<QueryTemplate> templates() {
        return Collections.unmodifiableCollection(templates.values());
    }
}
