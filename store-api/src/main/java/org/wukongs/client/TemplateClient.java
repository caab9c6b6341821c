package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.Experimental;

/**
 * Registered queries that differ in constants only, read together: one request gets what all of
 * them have at a window end. Requests are those of the {@link StoreClient} that it is of.
 */
@Experimental
public interface TemplateClient {

    /** A page of templates or queries has no more, whatever was asked for. */
    int PAGE_COUNT_MAX = 10_000;

    /**
     * Templates in the order of their names. Queries that are in none, and those of templates that
     * are not {@link TemplateDescription#readTogether}, are read on their own.
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

    /**
     * Executes all queries of a template at its next ready window ends, each at one snapshot for
     * all of them. Waits up to {@code wait} for the first to be ready. Fewer window ends than are
     * ready come where they have many rows.
     *
     * @param reader one that is {@link StoreClient#attachReader attached} to the template
     * @param windowsMax at most so many window ends, at least 1
     */
    FetchedTemplate fetch(ReaderId reader, long fromWindowEndMs, int windowsMax, Duration wait);
}
