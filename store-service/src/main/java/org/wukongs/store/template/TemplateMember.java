package org.wukongs.store.template;

/**
 * A tuple of constants of a query template, with the queries that have it. Belongs to the thread
 * that registers queries.
 */
public final class TemplateMember {

    private final QueryTemplate template;
    private int number;
    private int queryCount;
    private TemplateSubscription newest; // a list, so that a million of them cost no table

    TemplateMember(QueryTemplate template, int number) {
        this.template = template;
        this.number = number;
    }

    public QueryTemplate template() {
        return template;
    }

    /**
     * Its number among the members that were last published; another one once members are gone, so
     * what it was for an execution is read together with the members that the execution gets.
     */
    public int number() {
        return number;
    }

    void renumber(int newNumber) {
        number = newNumber;
    }

    /** How many queries have it. */
    public int queryCount() {
        return queryCount;
    }

    /** The last query that came; the others follow it. Null where there is none any more. */
    public TemplateSubscription newest() {
        return newest;
    }

    TemplateSubscription subscribe(String query) {
        TemplateSubscription subscription = new TemplateSubscription(this, query, newest);
        newest = subscription;
        queryCount++;
        return subscription;
    }

    /** A subscription, the newest one or not, goes. */
    void drop(TemplateSubscription subscription) {
        if (newest == subscription) {
            newest = subscription.next();
        }
        queryCount--;
    }
}
