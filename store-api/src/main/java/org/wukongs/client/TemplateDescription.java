package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.wukongs.csparql.ResultForm;

/**
 * Describes a template: registered queries that differ in constants only.
 *
 * @param name of the template: a hash of what its queries have in common, the same in any store
 * @param text text of one of its queries
 * @param vars variables of the result, the same for all its queries
 * @param streams names of the streams that all its queries read
 * @param memberCount distinct tuples of constants that its queries have
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
        long memberCount,
        long queryCount) {}
