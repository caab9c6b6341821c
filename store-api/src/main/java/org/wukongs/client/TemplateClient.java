package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;

/**
 * Templates: registered queries that differ in constants only, so that one reader may have what all
 * of them have at a window end, see {@link StoreClient#fetchWindows}. Requests are those of the
 * {@link StoreClient} that it is of.
 */
@Experimental
public interface TemplateClient {

    /** A page of templates or queries has no more, whatever was asked for. */
    int PAGE_COUNT_MAX = 10_000;

    /**
     * Templates in the order of their names. Queries that are in none are read on their own.
     *
     * @param afterName the last name of the page before, "" for the first page
     * @param countMax a page has at most so many; an empty one is behind the last
     */
    List<TemplateDescription> list(String afterName, int countMax);

    /** USER error where no registered query has a template of that name. */
    TemplateDescription describe(String template);

    /**
     * A template's queries in the order in which they were registered.
     *
     * @param after {@link TemplateMembersPage#nextAfter} of the page before, 0 for the first page
     */
    TemplateMembersPage members(String template, long after, int countMax);
}
