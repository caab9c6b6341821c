package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.ReaderId;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.SubscriptionList;
import org.wukongs.store.template.TemplateSubscription;

/**
 * Templates of registered queries and their readers, by the template's {@link QueryTemplate#name
 * name}. A reader fetches what all queries of a template have at a window end as one job, those to
 * come included; queries that have a reader of their own go on with it. The agent's thread.
 */
public final class ContinuousTemplates {

    /** Executions of a job follow each other in one worker, and their rows wait together. */
    public static final int WINDOWS_MAX = 64;

    private final QueryRegistry queries;
    private final WindowReaders known;
    private final ContinuousReaders readers;
    private final WindowSchedule schedule;
    private final TermDictionary dictionary;

    ContinuousTemplates(
            QueryRegistry queries,
            WindowReaders known,
            ContinuousReaders readers,
            WindowSchedule schedule,
            TermDictionary dictionary) {
        this.queries = queries;
        this.known = known;
        this.readers = readers;
        this.schedule = schedule;
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
        RegisteredQuery any = queries.any(template);
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

    /** What readers of templates have come to. */
    public List<TemplateStatus> status() {
        return known.all().stream()
                .filter(reader -> reader.template() != null)
                .map(reader -> reader.status(schedule.stableMs(reader.any())))
                .toList();
    }

    /**
     * Has all queries of a template executed, as one job, at the ready window ends from {@code
     * fromWindowEndMs} on, at most {@code windowsMax}; in vain where none is ready, the workers
     * have no room, or the queries compare with executions that are still under way.
     *
     * @param id of a reader of a template, which is attached
     * @param fromWindowEndMs {@code Long.MIN_VALUE} for its position
     */
    public TemplateFetch start(ReaderId id, long fromWindowEndMs, int windowsMax) {
        WindowReader reader = readers.find(id);
        if (reader == null || reader.template() == null) {
            throw WukongsException.user(
                    "nobody reads the template: name=" + id.of() + " reader=" + id.reader());
        }
        return schedule.start(reader, fromWindowEndMs, Math.min(WINDOWS_MAX, windowsMax));
    }
}
