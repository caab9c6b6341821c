package org.wukongs.client;

import java.util.List;

/**
 * A query of a template.
 *
 * @param query its name
 * @param member whose rows it gets: the same as all queries with these constants, for ever
 * @param constants terms in the order of the template's slots
 */
public record TemplateQuery(String query, long member, List<String> constants) {}
