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
import java.util.function.Function;
import org.wukongs.client.HomeSubject;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.VersionedNames;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.RegisteredTexts;
import org.wukongs.store.template.TemplateRegistry;
import org.wukongs.store.template.TemplateSubscription;
import org.wukongs.store.template.TextLesson;
import org.wukongs.store.text.TextSkeleton;

/**
 * The continuous queries of a store by name, their templates, and what was learned from their
 * texts. The agent's thread.
 */
final class QueryRegistry {

    private static final int NAMES_SHOWN_MAX = 50;

    /** Registered queries take at most the heap divided by this. */
    private static final int HEAP_PARTS = 4;

    private final Map<String, RegisteredQuery> queries = new LinkedHashMap<>();
    private final Map<Set<String>, Integer> streamSets = new HashMap<>(); // with query counts
    private final TemplateRegistry templates;
    private final WindowReaders readers;
    private final RowsMemory rowsMemory;
    private final RegisteredTexts texts = new RegisteredTexts();
    private final long heapBytesMax;
    private final CutList<RegisteredQuery, QueryCut> cuts;
    private Function<HomeSubject, ElsewhereException> elsewhere = subject -> null;
    private long heapBytes;

    /** {@code state} returns the state of a query for cuts. */
    QueryRegistry(
            TermDictionary dictionary,
            WindowReaders readers,
            RowsMemory rowsMemory,
            Function<RegisteredQuery, QueryCut> state) {
        this(dictionary, readers, rowsMemory, state, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** {@code heapBytesMax} limits what all queries take together, by a cautious estimate. */
    QueryRegistry(
            TermDictionary dictionary,
            WindowReaders readers,
            RowsMemory rowsMemory,
            Function<RegisteredQuery, QueryCut> state,
            long heapBytesMax) {
        this.heapBytesMax = heapBytesMax;
        this.cuts = new CutList<>(state);
        this.templates = new TemplateRegistry(dictionary);
        this.readers = readers;
        this.rowsMemory = rowsMemory;
    }

    /** The query of that name; USER error if there is none. */
    RegisteredQuery get(String name) {
        RegisteredQuery query = queries.get(name);
        if (query == null) {
            checkNotElsewhere(HomeSubject.query(name));
            throw WukongsException.user(
                    "no such query: name=" + name + " registered=" + shownNames());
        }
        return query;
    }

    /** Asks there whether another node has a query or template that is not here. */
    void useElsewhere(Function<HomeSubject, ElsewhereException> newElsewhere) {
        elsewhere = newElsewhere;
        templates.useElsewhere(name -> newElsewhere.apply(HomeSubject.template(name)));
    }

    private void checkNotElsewhere(HomeSubject subject) {
        ElsewhereException there = elsewhere.apply(subject);
        if (there != null) {
            throw there;
        }
    }

    /** The names, or only their number if there are too many for an error message. */
    private Object shownNames() {
        return queries.size() > NAMES_SHOWN_MAX ? queries.size() : names();
    }

    /** All queries of a template. */
    List<RegisteredQuery> of(QueryTemplate template) {
        return template.subscriptions().after(0, Integer.MAX_VALUE).stream()
                .map(subscription -> get(subscription.query()))
                .toList();
    }

    /** One of the queries of a template. */
    RegisteredQuery any(QueryTemplate template) {
        return get(template.subscriptions().after(0, 1).get(0).query());
    }

    /** The templates of the queries registered now. */
    TemplateRegistry templates() {
        return templates;
    }

    Collection<String> names() {
        return new TreeSet<>(queries.keySet());
    }

    /** All queries in the order of their registration. */
    Collection<RegisteredQuery> all() {
        return queries.values();
    }

    /** Begins a cut of all queries. */
    CutList.Cut<RegisteredQuery, QueryCut> beginCut() {
        return cuts.beginCut();
    }

    /** Notes a query for the cut that has begun. */
    void note(String name) {
        get(name).beforeChange();
    }

    /** The query of that name, or null; USER error if its text differs. */
    RegisteredQuery known(String name, String text) {
        RegisteredQuery known = queries.get(name);
        if (known != null && !known.text().equals(text)) {
            throw new QueryNameTakenException(name);
        }
        return known;
    }

    /** The compiled query of a text like known ones; null if the text must be parsed. */
    RegisteredTexts.Alike alike(String text, VersionedNames names) {
        return texts.find(text, names);
    }

    /**
     * Makes a query, which does not belong to the registry until it is {@link #add added}. USER
     * error if there is no room for it.
     *
     * @param skeleton of its text; null if the query itself has the text
     * @param bytes estimate of the heap that it will take
     */
    RegisteredQuery create(
            CsparqlQuery query,
            CompiledQuery compiled,
            TextSkeleton<CompiledQuery> skeleton,
            long bytes) {
        if (heapBytes + bytes > heapBytesMax) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "the store has no memory for more queries, unregister some or raise -Xmx:"
                            + " queries="
                            + queries.size()
                            + " queriesHeapBytesMax="
                            + heapBytesMax);
        }
        TemplateSubscription subscription = templates.register(query.name(), query, compiled);
        CompiledQuery sharing = subscription.template().sharing(compiled);
        return new RegisteredQuery(
                sharing.query(), sharing, subscription, skeleton, bytes, rowsMemory);
    }

    void add(RegisteredQuery query) {
        queries.put(query.query().name(), query);
        cuts.add(query);
        heapBytes += query.heapBytes();
        streamSets.merge(streamSet(query.query()), 1, Integer::sum);
    }

    /** What can be learned from the text of a query; null if there is nothing to learn. */
    TextLesson lesson(RegisteredQuery query) {
        return query.template().name() == null
                ? null
                : texts.lesson(query.subscription(), query.text());
    }

    /** Adds a skeleton with which texts like it need no parsing. */
    void know(TextSkeleton<CompiledQuery> skeleton) {
        texts.add(skeleton);
    }

    /** Whether there is a query of this name. */
    boolean contains(String name) {
        return queries.containsKey(name);
    }

    void remove(RegisteredQuery query) {
        readers.removeAll(query);
        QueryTemplate template = query.template();
        templates.unregister(query.subscription());
        if (template.memberCount() == 0) {
            texts.forget(template);
            readers.removeAll(template);
        }
        queries.remove(query.query().name());
        cuts.remove(query);
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
