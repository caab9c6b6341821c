package org.wukongs.store.continuous;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.template.KnownTexts;
import org.wukongs.store.template.QuerySkeleton;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateRegistry;
import org.wukongs.store.template.TemplateSubscription;
import org.wukongs.store.template.TextLesson;

/**
 * The continuous queries of a store by name, their templates, and what was learned from their
 * texts. The agent's thread.
 */
final class QueryRegistry {

    private static final int NAMES_SHOWN_MAX = 50;

    /** Registered queries take at most such a part of the heap. */
    private static final int HEAP_PARTS = 4;

    private final Map<String, RegisteredQuery> queries = new LinkedHashMap<>();
    private final Map<Set<String>, Integer> streamSets = new HashMap<>(); // with queries of each
    private final TemplateRegistry templates;
    private final WindowReaders readers;
    private final RowsMemory rowsMemory;
    private final KnownTexts texts = new KnownTexts();
    private final long heapBytesMax;
    private long heapBytes;

    QueryRegistry(TermDictionary dictionary, WindowReaders readers, RowsMemory rowsMemory) {
        this(dictionary, readers, rowsMemory, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** {@code heapBytesMax} bounds what all queries take, by a cautious estimate. */
    QueryRegistry(
            TermDictionary dictionary,
            WindowReaders readers,
            RowsMemory rowsMemory,
            long heapBytesMax) {
        this.heapBytesMax = heapBytesMax;
        this.templates = new TemplateRegistry(dictionary);
        this.readers = readers;
        this.rowsMemory = rowsMemory;
    }

    /** USER error where there is none. */
    RegisteredQuery get(String name) {
        RegisteredQuery query = queries.get(name);
        if (query == null) {
            throw WukongsException.user(
                    "no such query: name=" + name + " registered=" + shownNames());
        }
        return query;
    }

    /** Of a million queries, an error shows how many there are. */
    private Object shownNames() {
        return queries.size() > NAMES_SHOWN_MAX ? queries.size() : names();
    }

    /** All queries of a template. */
    List<RegisteredQuery> of(QueryTemplate template) {
        return template.subscriptions().after(0, Integer.MAX_VALUE).stream()
                .map(subscription -> get(subscription.query()))
                .toList();
    }

    /** One of them. */
    RegisteredQuery any(QueryTemplate template) {
        return get(template.subscriptions().after(0, 1).get(0).query());
    }

    /** Those that queries have now. */
    TemplateRegistry templates() {
        return templates;
    }

    Collection<String> names() {
        return new TreeSet<>(queries.keySet());
    }

    /** In the order in which they were registered. */
    Collection<RegisteredQuery> all() {
        return queries.values();
    }

    /** The query of that name, null where there is none; USER error where its text is another. */
    RegisteredQuery known(String name, String text) {
        RegisteredQuery known = queries.get(name);
        if (known != null && !known.text().equals(text)) {
            throw new QueryNameTakenException(name);
        }
        return known;
    }

    /** What a text is compiled to; null where it has to be parsed. */
    KnownTexts.Alike alike(String text, Catalog catalog) {
        return texts.find(text, catalog);
    }

    /**
     * A new query, which is not among the others before it is {@link #add added}. USER error where
     * there is no room for it.
     *
     * @param skeleton of its text; null where the query has it itself
     * @param bytes about what it will take of the heap
     */
    RegisteredQuery create(
            CsparqlQuery query, CompiledQuery compiled, QuerySkeleton skeleton, long bytes) {
        if (heapBytes + bytes > heapBytesMax) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "the store has no memory for more queries, unregister some or raise -Xmx:"
                            + " queries="
                            + queries.size()
                            + " queriesHeapBytesMax="
                            + heapBytesMax);
        }
        TemplateSubscription subscription =
                query.stream() ? null : templates.register(query.name(), query, compiled);
        if (subscription != null) {
            CompiledQuery sharing = subscription.template().sharing(compiled);
            return new RegisteredQuery(
                    sharing.query(), sharing, subscription, skeleton, bytes, rowsMemory);
        }
        return new RegisteredQuery(query, compiled, null, skeleton, bytes, rowsMemory);
    }

    void add(RegisteredQuery query) {
        queries.put(query.query().name(), query);
        heapBytes += query.heapBytes();
        streamSets.merge(streamSet(query.query()), 1, Integer::sum);
    }

    /** What may be learned from the text of a query; null where that is nothing. */
    TextLesson lesson(RegisteredQuery query) {
        boolean wanted = query.subscription() != null && texts.wants(query.subscription());
        return wanted ? new TextLesson(query.compiled()) : null;
    }

    /** How to do without parsing texts. */
    void know(QuerySkeleton skeleton) {
        texts.add(skeleton);
    }

    /** Whether there is a query of this name. */
    boolean contains(String name) {
        return queries.containsKey(name);
    }

    void remove(RegisteredQuery query) {
        readers.removeAll(query);
        if (query.subscription() != null) {
            QueryTemplate template = query.subscription().template();
            templates.unregister(query.subscription());
            if (template.memberCount() == 0) {
                texts.forget(template);
                readers.removeAll(template);
            }
        }
        queries.remove(query.query().name());
        heapBytes -= query.heapBytes();
        streamSets.computeIfPresent(
                streamSet(query.query()), (set, count) -> count == 1 ? null : count - 1);
    }

    private static Set<String> streamSet(CsparqlQuery query) {
        Set<String> set = new HashSet<>();
        query.windows().forEach(window -> set.add(window.stream()));
        return set;
    }

    /** The sets of streams that queries read together. */
    Set<Set<String>> streamSets() {
        return Collections.unmodifiableSet(streamSets.keySet());
    }
}
