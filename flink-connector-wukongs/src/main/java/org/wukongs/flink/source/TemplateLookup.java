package org.wukongs.flink.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.error.WukongsException;

/** Finds templates by their names and by queries that they have. Requests of the calling thread. */
final class TemplateLookup {

    private TemplateLookup() {}

    /** USER error where there is none of that name or its queries can only be read one by one. */
    static TemplateDescription describe(TemplateClient client, String name) {
        String after = "";
        for (List<TemplateDescription> page = page(client, after);
                !page.isEmpty();
                page = page(client, after)) {
            for (TemplateDescription template : page) {
                if (template.name().equals(name)) {
                    return readTogether(template);
                }
            }
            after = page.get(page.size() - 1).name();
        }
        throw WukongsException.user(
                "unknown template: it has no registered query: template=" + name);
    }

    /** The templates of those queries whose templates can be read as a whole, by query. */
    static Map<String, String> templatesOf(TemplateClient client, List<String> queries) {
        Map<String, String> templates = new HashMap<>();
        Set<String> wanted = new HashSet<>(queries);
        String after = "";
        for (List<TemplateDescription> page = page(client, after);
                !page.isEmpty() && !wanted.isEmpty();
                page = page(client, after)) {
            for (TemplateDescription template : page) {
                if (template.readTogether()) {
                    find(client, template.name(), wanted, templates);
                }
            }
            after = page.get(page.size() - 1).name();
        }
        return templates;
    }

    private static void find(
            TemplateClient client,
            String template,
            Set<String> wanted,
            Map<String, String> templates) {
        TemplateMembersPage page = null;
        for (long next = 0; !wanted.isEmpty() && (page == null || !page.last()); ) {
            page = client.members(template, next, TemplateClient.PAGE_COUNT_MAX);
            for (TemplateQuery query : page.queries()) {
                if (wanted.remove(query.query())) {
                    templates.put(query.query(), template);
                }
            }
            next = page.nextAfter();
        }
    }

    private static List<TemplateDescription> page(TemplateClient client, String after) {
        return client.list(after, TemplateClient.PAGE_COUNT_MAX);
    }

    private static TemplateDescription readTogether(TemplateDescription template) {
        if (!template.readTogether()) {
            throw WukongsException.user(
                    "the template's queries can only be read one by one: call setQueryNames: template="
                            + template.name());
        }
        return template;
    }
}
