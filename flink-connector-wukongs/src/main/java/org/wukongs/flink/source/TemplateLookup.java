package org.wukongs.flink.source;

import org.wukongs.client.QueryDescription;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.error.WukongsException;

/** Finds templates that can be read as a whole. Requests of the calling thread. */
final class TemplateLookup {

    private TemplateLookup() {}

    /** USER error where there is none of that name or its queries can only be read one by one. */
    static TemplateDescription describe(TemplateClient client, String name) {
        TemplateDescription template = client.describe(name);
        if (!template.readTogether()) {
            throw WukongsException.user(
                    "the template's queries can only be read one by one: call setQueryNames:"
                            + " template="
                            + name);
        }
        return template;
    }

    /** The template that a query can be read with, null where it is read on its own. */
    static String templateOf(TemplateClient client, QueryDescription query) {
        boolean together =
                query.template() != null && client.describe(query.template()).readTogether();
        return together ? query.template() : null;
    }
}
