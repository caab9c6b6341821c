package org.wukongs.store.template;

/**
 * A tuple of constants of a query template, and the queries with these constants. Belongs to the
 * thread that registers queries.
 */
public final class TemplateMember {

    private final QueryTemplate template;
    private int number;
    private int queryCount;
    private TemplateSubscription newest; // a linked list, so that a million of them cost no table

    TemplateMember(QueryTemplate template, int number) {
        this.template = template;
        this.number = number;
    }

    public QueryTemplate template() {
        return template;
    }

    /**
     * Its number among the members published last. The number changes after members are gone, so
     * the number for an execution is read together with the members that the execution gets.
     */
    public int number() {
        return number;
    }

    void renumber(int newNumber) {
        number = newNumber;
    }

    /** How many queries have these constants. */
    public int queryCount() {
        return queryCount;
    }

    /** The newest query, which the others follow; null if there is none left. */
    public TemplateSubscription newest() {
        return newest;
    }

    TemplateSubscription subscribe(String query) {
        TemplateSubscription subscription = new TemplateSubscription(this, query, newest);
        newest = subscription;
        queryCount++;
        return subscription;
    }

    /** Removes a subscription, which may be the newest. */
    void drop(TemplateSubscription subscription) {
        if (newest == subscription) {
            newest = subscription.next();
        }
        queryCount--;
    }
}
