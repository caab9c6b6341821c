package org.wukongs.store.template;

/**
 * A registered query as one of the queries of a {@link TemplateMember}. Belongs to the thread that
 * registers queries.
 */
public final class TemplateSubscription {

    private final String query;
    private TemplateMember member; // null when it has ended
    private TemplateSubscription next;
    private TemplateSubscription previous;
    private long sequence; // in the template's SubscriptionList

    TemplateSubscription(TemplateMember member, String query, TemplateSubscription next) {
        this.member = member;
        this.query = query;
        this.next = next;
        if (next != null) {
            next.previous = this;
        }
    }

    /** The query's name. */
    public String query() {
        return query;
    }

    public long sequence() {
        return sequence;
    }

    void number(long newSequence) {
        sequence = newSequence;
    }

    /** The member that has its rows; null after it has ended. */
    public TemplateMember member() {
        return member;
    }

    /** The query's template; null after the subscription has ended. */
    public QueryTemplate template() {
        return member == null ? null : member.template();
    }

    /** Another query with the same constants; null after the last. */
    public TemplateSubscription next() {
        return next;
    }

    /** Ends the subscription; returns false if it had ended. */
    boolean end() {
        if (member == null) {
            return false;
        }
        if (next != null) {
            next.previous = previous;
        }
        if (previous != null) {
            previous.next = next;
        }
        member.drop(this);
        member = null;
        return true;
    }
}
