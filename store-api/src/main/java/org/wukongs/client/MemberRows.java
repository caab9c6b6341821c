package org.wukongs.client;

import java.util.List;

/**
 * The rows of all queries of a template that have the same constants.
 *
 * @param member as in {@link TemplateQuery}
 * @param rows as in {@link WindowResult}; one at least, as members without rows are left out
 */
public record MemberRows(long member, List<String[]> rows) {}
