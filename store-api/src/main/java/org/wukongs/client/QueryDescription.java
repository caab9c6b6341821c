package org.wukongs.client;

import java.util.List;
import org.wukongs.csparql.ResultForm;

/**
 * A registered continuous query.
 *
 * @param template name of the template whose queries it can be executed with, null where there is
 *     none: see {@link TemplateClient#describe}
 */
public record QueryDescription(
        String name,
        String text,
        ResultForm form,
        List<String> vars,
        List<String> streams,
        long stepMs,
        String template) {}
