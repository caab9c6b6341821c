package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.wukongs.csparql.ResultForm;

/**
 * Registered queries that differ in constants only.
 *
 * @param name of the template, a hash of what its queries have in common: the same in any store
 * @param text of one of its queries
 * @param vars of all of its queries
 * @param streams that all of them read
 * @param readTogether whether it can be read as a whole; if not, its queries are read one by one
 * @param memberCount distinct tuples of constants among its queries
 * @param queryCount registered queries; those with equal constants share a member and its rows
 */
@Experimental
public record TemplateDescription(
        String name,
        String text,
        ResultForm form,
        List<String> vars,
        List<String> streams,
        long stepMs,
        boolean readTogether,
        long memberCount,
        long queryCount) {}
