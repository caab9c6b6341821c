package org.wukongs.client;

import java.util.List;

/**
 * A query of a template.
 *
 * @param query its name
 * @param member the member whose rows it gets, the same for all queries with these constants; never
 *     changes
 * @param constants terms in the order of the template's slots
 */
public record TemplateQuery(String query, long member, List<String> constants) {}
