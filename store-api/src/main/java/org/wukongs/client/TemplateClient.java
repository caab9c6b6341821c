package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;

/**
 * Lists templates, which are groups of registered queries that differ in constants only. One reader
 * can fetch the rows of all queries of a template at a window end, see {@link
 * StoreClient#fetchWindows}. Requests are sent by the {@link StoreClient} that made this client.
 */
@Experimental
public interface TemplateClient {

    /** A page has at most this many templates or queries, whatever was asked for. */
    int PAGE_COUNT_MAX = 10_000;

    /**
     * Lists templates in the order of their names. Queries that are in no template are read on
     * their own.
     *
     * @param afterName the last name of the page before, "" for the first page
     * @param countMax the most templates of a page; an empty page follows the last one
     */
    List<TemplateDescription> list(String afterName, int countMax);

    /** Describes a template; USER error if no registered query has a template of that name. */
    TemplateDescription describe(String template);

    /**
     * Lists a template's queries in the order of their registration.
     *
     * @param after {@link TemplateMembersPage#nextAfter} of the page before, 0 for the first page
     */
    TemplateMembersPage members(String template, long after, int countMax);
}
