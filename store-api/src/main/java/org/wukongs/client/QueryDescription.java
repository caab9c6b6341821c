package org.wukongs.client;

import java.util.List;
import org.wukongs.csparql.ResultForm;

/**
 * Describes a registered continuous query.
 *
 * @param template name of the query's template, with which it can be executed, or null if it has
 *     none; see {@link TemplateClient#describe}
 */
public record QueryDescription(
        String name,
        String text,
        ResultForm form,
        List<String> vars,
        List<String> streams,
        long stepMs,
        String template) {}
