package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.SubscriptionList;
import org.wukongs.store.template.TemplateSubscription;

/**
 * Describes the templates of registered queries and their readers, by the template's {@link
 * QueryTemplate#name name}. A reader fetches the rows of all queries of a template at a window end
 * as one job, including those of queries that are registered later; queries with a reader of their
 * own keep it. The agent's thread.
 */
public final class ContinuousTemplates {

    private final QueryRegistry queries;
    private final WindowReaders known;
    private final WindowSchedule schedule;
    private final TermDictionary dictionary;

    ContinuousTemplates(
            QueryRegistry queries,
            WindowReaders known,
            WindowSchedule schedule,
            TermDictionary dictionary) {
        this.queries = queries;
        this.known = known;
        this.schedule = schedule;
        this.dictionary = dictionary;
    }

    /**
     * The next {@code countMax} templates, at most, after {@code afterName} in order of their
     * names.
     */
    public List<TemplateDescription> list(String afterName, int countMax) {
        return queries.templates().after(afterName, countMax).stream()
                .map(this::description)
                .toList();
    }

    /** Describes a template; USER error if none has that name. */
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
                template.memberCount(),
                template.subscriptions().count());
    }

    /**
     * The next {@code countMax} queries, at most, of a template in the order of their registration.
     *
     * @param after position of the page before; 0 for the first page
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

    /** The statuses of all readers of templates. */
    public List<TemplateStatus> status() {
        return known.all().stream()
                .filter(reader -> reader.template() != null)
                .map(reader -> reader.templateStatus(schedule.stableMs(reader.any())))
                .toList();
    }
}
