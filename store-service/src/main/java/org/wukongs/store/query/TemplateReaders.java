package org.wukongs.store.query;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.error.WukongsException;

/** Readers of whole templates, one a template. The agent's thread. */
final class TemplateReaders {

    private final Map<QueryTemplate, TemplateReader> readers = new LinkedHashMap<>();
    private final RowsMemory memory;

    TemplateReaders(RowsMemory memory) {
        this.memory = memory;
    }

    /** Any query's, null where its template has no reader of its own. */
    TemplateReader of(RegisteredQuery query) {
        TemplateSubscription subscription = query.subscription();
        return subscription == null ? null : readers.get(subscription.template());
    }

    /** A template's; USER error where there is none. */
    TemplateReader attached(QueryTemplate template) {
        TemplateReader reader = readers.get(template);
        if (reader == null) {
            throw WukongsException.user("nobody reads the template: name=" + template.name());
        }
        return reader;
    }

    /**
     * The reader of a template, a new one where there was none; USER error where its queries can
     * only be read one by one.
     *
     * @param any of its queries
     */
    TemplateReader attach(QueryTemplate template, RegisteredQuery any, long fromWindowEndMs) {
        if (any.query().byBlock()) {
            throw WukongsException.user(
                    "queries with windows by count are read one by one: template="
                            + template.name());
        }
        TemplateReader reader =
                readers.computeIfAbsent(template, key -> new TemplateReader(key, any, memory));
        reader.attach(fromWindowEndMs);
        return reader;
    }

    /** A template that has no queries any more. */
    void remove(QueryTemplate template) {
        TemplateReader reader = readers.remove(template);
        if (reader != null) {
            reader.close();
        }
    }

    Collection<TemplateReader> all() {
        return readers.values();
    }
}
