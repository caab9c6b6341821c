package org.wukongs.client;

import java.util.List;

/**
 * Some of a template's queries, in the order in which they were registered.
 *
 * @param nextAfter where the next page begins, also later, for queries that are registered yet
 * @param last whether there were no more
 * @param queriesAdded how many queries the template has ever had, as {@link
 *     FetchedTemplate#queriesAdded}
 * @param queriesEnded how many of them are unregistered
 */
public record TemplateMembersPage(
        List<TemplateQuery> queries,
        long nextAfter,
        boolean last,
        long queriesAdded,
        long queriesEnded) {}
