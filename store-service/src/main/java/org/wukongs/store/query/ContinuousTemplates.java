package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * Templates of registered queries and their readers, by the template's {@link QueryTemplate#name
 * name}. A reader fetches what all queries of a template have at a window end as one job, those to
 * come included; queries that have a reader of their own go on with it. The agent's thread.
 */
public final class ContinuousTemplates {

    /** Executions of a job follow each other in one worker, and their rows wait together. */
    public static final int WINDOWS_MAX = 64;

    private final QueryRegistry queries;
    private final TemplateReaders readers;
    private final WindowSchedule schedule;
    private final WindowPins pins;
    private final TermDictionary dictionary;

    ContinuousTemplates(
            QueryRegistry queries,
            TemplateReaders readers,
            WindowSchedule schedule,
            WindowPins pins,
            TermDictionary dictionary) {
        this.queries = queries;
        this.readers = readers;
        this.schedule = schedule;
        this.pins = pins;
        this.dictionary = dictionary;
    }

    /**
     * At most {@code countMax} templates in order of their names, those after {@code afterName}.
     */
    public List<TemplateDescription> list(String afterName, int countMax) {
        return queries.templates().after(afterName, countMax).stream()
                .map(this::description)
                .toList();
    }

    /** USER error where there is none of that name. */
    public TemplateDescription describe(String name) {
        return description(queries.templates().named(name));
    }

    private TemplateDescription description(QueryTemplate template) {
        RegisteredQuery any = any(template);
        CsparqlQuery query = any.query();
        return new TemplateDescription(
                template.name(),
                any.text(),
                query.form(),
                query.vars(),
                query.windows().stream().map(QueryWindow::stream).distinct().toList(),
                query.stepMs(),
                !query.byBlock(),
                template.memberCount(),
                template.subscriptions().count());
    }

    /** One of a template's queries. */
    private RegisteredQuery any(QueryTemplate template) {
        return queries.get(template.subscriptions().after(0, 1).get(0).query());
    }

    /**
     * A template's queries in the order in which they were registered, the next {@code countMax} at
     * most.
     *
     * @param after position of the page before; 0 for the first
     */
    public TemplateMembersPage members(String name, long after, int countMax) {
        QueryTemplate template = queries.templates().named(name);
        SubscriptionList subscriptions = template.subscriptions();
        MembersView members = template.members();
        List<TemplateQuery> queries = new ArrayList<>();
        long position = after;
        for (TemplateSubscription subscription : subscriptions.after(after, countMax)) {
            int number = subscription.member().number();
            List<String> constants = new ArrayList<>(members.slotCount());
            for (int slot = 0; slot < members.slotCount(); slot++) {
                constants.add(dictionary.vertex(members.constant(number, slot)));
            }
            queries.add(new TemplateQuery(subscription.query(), members.id(number), constants));
            position = subscription.sequence();
        }
        boolean last = queries.size() < countMax;
        return new TemplateMembersPage(
                queries,
                last ? Math.max(after, subscriptions.added()) : position,
                last,
                subscriptions.added(),
                subscriptions.endedCount());
    }

    /**
     * Attaches a reader: from now on windows are kept for it, and not for queries that have no
     * reader of their own.
     *
     * @return windows that a reader which takes what is there has missed, of the query that lost
     *     most, see {@link org.wukongs.client.TemplateClient#attachReader}
     * @throws WukongsException USER where queries of the template are only read one by one
     */
    public long attach(String name, long fromWindowEndMs) {
        QueryTemplate template = queries.templates().named(name);
        TemplateReader reader = readers.attach(template, any(template), fromWindowEndMs);
        pins.unpinUnread(reader);
        return fromWindowEndMs == Long.MIN_VALUE ? lostWindowCount(reader) : 0;
    }

    private long lostWindowCount(TemplateReader reader) {
        long stableMs = schedule.stableMs(reader.any());
        long most = 0;
        for (RegisteredQuery query : queries.all()) {
            if (readers.of(query) == reader) {
                most = Math.max(most, query.lostWindowCount(stableMs));
            }
        }
        return most;
    }

    /** As above, see {@link ContinuousEngine#resumeReader}. */
    public void resume(String name, long nextWindowEndMs) {
        schedule.checkReached(any(queries.templates().named(name)), nextWindowEndMs);
        attach(name, nextWindowEndMs);
    }

    /** Window ends before {@code windowEndMs} will not be asked for again. */
    public void release(String name, long windowEndMs) {
        readers.attached(queries.templates().named(name)).release(windowEndMs);
    }

    /** Where readers are, to {@link #attach} them again. */
    public List<TemplateReaderCut> cut() {
        return readers.all().stream()
                .map(reader -> new TemplateReaderCut(reader.template().name(), reader.pinnedMs()))
                .toList();
    }

    /** What readers have come to. */
    public List<TemplateStatus> status() {
        return readers.all().stream()
                .map(reader -> reader.status(schedule.stableMs(reader.any())))
                .toList();
    }

    /**
     * Has all queries of a template executed, as one job, at the ready window ends from {@code
     * fromWindowEndMs} on, at most {@code windowsMax}; in vain where none is ready, the workers
     * have no room, or the queries compare with executions that are still under way.
     *
     * @param name of a template that has a reader
     */
    public TemplateFetch start(String name, long fromWindowEndMs, int windowsMax) {
        TemplateReader reader = readers.attached(queries.templates().named(name));
        return schedule.start(reader, fromWindowEndMs, Math.min(WINDOWS_MAX, windowsMax));
    }
}
