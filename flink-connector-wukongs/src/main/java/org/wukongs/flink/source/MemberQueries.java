package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;

/**
 * The queries of a template by member, as far as the store has listed them. Owned by the fetch
 * thread. Memory: the names of all queries of the template.
 */
final class MemberQueries {

    private static final long NEVER_LISTED = -1;

    private final TemplateClient client;
    private final String template;
    private final Map<Long, List<String>> queries = new HashMap<>();
    private long listedUpTo;
    private long queriesEnded = NEVER_LISTED; // at the first page of the last whole listing

    MemberQueries(TemplateClient client, String template) {
        this.client = client;
        this.template = template;
    }

    /**
     * Asks for the queries added since the last listing or, if some have ended, for all queries,
     * with one request for each {@link TemplateClient#PAGE_COUNT_MAX} of them.
     */
    void follow(FetchedWindows fetched) {
        boolean known = queriesEnded != NEVER_LISTED;
        if (known && fetched.queriesEnded() <= queriesEnded) {
            if (fetched.queriesAdded() > listedUpTo) {
                listOn();
            }
            return;
        }
        queries.clear();
        listedUpTo = 0;
        queriesEnded = listOn();
    }

    /** A member's queries in the order of their registration; empty if the member is unknown. */
    List<String> of(long member) {
        return queries.getOrDefault(member, List.of());
    }

    /**
     * Lists more queries. Returns how many had ended at the first page, because a query that ends
     * later may be on a page already.
     */
    private long listOn() {
        TemplateMembersPage page = nextPage();
        long ended = page.queriesEnded();
        while (!page.last()) {
            page = nextPage();
        }
        return ended;
    }

    private TemplateMembersPage nextPage() {
        TemplateMembersPage page =
                client.members(template, listedUpTo, TemplateClient.PAGE_COUNT_MAX);
        for (TemplateQuery query : page.queries()) {
            queries.computeIfAbsent(query.member(), m -> new ArrayList<>(1)).add(query.query());
        }
        listedUpTo = page.nextAfter();
        return page;
    }
}
