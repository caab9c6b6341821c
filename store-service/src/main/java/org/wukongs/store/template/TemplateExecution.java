package org.wukongs.store.template;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.ExecutionContext;

/**
 * Executes a template so that no query fails because of another: members that together exceed a
 * limit of rows or memory are executed in halves, down to the one that exceeds it alone.
 */
public final class TemplateExecution {

    /** Takes the rows found; members without rows are not named. */
    public interface Sink {

        /** Rows of the members of a view, by their numbers there. */
        void rows(MembersView view, TemplateRows rows);

        /** No member of a view gets rows. */
        void failed(MembersView view, WukongsException reason);
    }

    private final QueryTemplate template;
    private final Supplier<ExecutionContext> contexts;
    private final Sink sink;

    /**
     * @param contexts makes a new context for each part, all over the same graphs
     */
    public TemplateExecution(
            QueryTemplate template, Supplier<ExecutionContext> contexts, Sink sink) {
        this.template = template;
        this.contexts = contexts;
        this.sink = sink;
    }

    /** Gives the sink all rows of a view's members, in one part if limits allow. */
    public void execute(MembersView view) {
        ExecutionContext context = contexts.get();
        TemplateRows rows;
        try {
            rows = template.execute(context, view);
        } catch (WukongsException e) {
            context.budget().close();
            boolean limit = e.category() == WukongsException.Category.USER;
            if (limit && view.memberCount() > 1 && !context.budget().isOutOfTime()) {
                int half = view.memberCount() / 2;
                execute(part(view, 1, half));
                execute(part(view, half + 1, view.memberCount()));
            } else {
                sink.failed(view, e);
            }
            return;
        }
        context.budget().close();
        sink.rows(view, rows);
    }

    private static MembersView part(MembersView view, int from, int to) {
        return view.subset(IntStream.rangeClosed(from, to).toArray());
    }
}
