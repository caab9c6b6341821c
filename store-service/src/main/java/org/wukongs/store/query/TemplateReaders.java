package org.wukongs.store.query;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.error.WukongsException;

/** Readers of whole templates, one a template. The agent's thread. */
final class TemplateReaders {

    private final Map<QueryTemplate, TemplateReader> readers = new LinkedHashMap<>();

    /** Any query's, null where its template has no reader of its own. */
    TemplateReader of(RegisteredQuery query) {
        TemplateSubscription subscription = query.subscription();
        return subscription == null ? null : readers.get(subscription.template());
    }

    /** As above; USER error where there is none. */
    TemplateReader attached(RegisteredQuery query) {
        TemplateReader reader = of(query);
        if (reader == null) {
            throw WukongsException.user(
                    "nobody reads the query's template: query=" + query.query().name());
        }
        return reader;
    }

    /**
     * The reader of a query's template, a new one where there was none; USER error where its
     * queries can only be read one by one.
     */
    TemplateReader attach(RegisteredQuery query, long fromWindowEndMs) {
        boolean alone =
                query.subscription() == null
                        || query.query().byBlock()
                        || QueryStreams.comparesBefore(query.query());
        if (alone) {
            throw WukongsException.user(
                    "the query is read on its own, not with its template: query="
                            + query.query().name());
        }
        QueryTemplate template = query.subscription().template();
        TemplateReader reader =
                readers.computeIfAbsent(template, key -> new TemplateReader(key, query));
        reader.attach(fromWindowEndMs);
        return reader;
    }

    /** A template that has no queries any more. */
    void remove(QueryTemplate template) {
        readers.remove(template);
    }

    Collection<TemplateReader> all() {
        return readers.values();
    }
}
