package org.wukongs.client;

import java.util.List;

/**
 * A page of a template's queries, in the order of their registration.
 *
 * @param nextAfter where the next page begins; valid later, too, for queries registered since
 * @param last whether this is the last page
 * @param queriesAdded how many queries the template has ever had, as {@link
 *     FetchedWindows#queriesAdded}
 * @param queriesEnded how many of these are unregistered
 */
public record TemplateMembersPage(
        List<TemplateQuery> queries,
        long nextAfter,
        boolean last,
        long queriesAdded,
        long queriesEnded) {}
