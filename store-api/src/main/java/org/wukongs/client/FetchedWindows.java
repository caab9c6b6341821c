package org.wukongs.client;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.ResultForm;

/**
 * Executions of one query, or of all queries of a template, in order of window end. A reader that
 * knows a template's queries compares the two counts of queries with those of its last {@link
 * TemplateMembersPage}. If more were added, it asks for the pages after that; if more have ended,
 * it asks for all pages again, unless ended queries do not matter to it.
 *
 * @param name of the query or template
 * @param form kind of the rows
 * @param vars as in {@link WindowResult}
 * @param windows executions, with the rows of the query's member or of all members
 * @param nextWindowEndMs the window end to ask for next; {@code Long.MIN_VALUE} while none is known
 *     because no tuple has arrived
 * @param stableMs event time up to which all streams of the query are stable: windows that end up
 *     to then and are not among these come from {@code nextWindowEndMs} on; {@code Long.MIN_VALUE}
 *     before the first batch, {@code Long.MAX_VALUE} when all its streams have ended
 * @param lastTupleMs the newest event time of the query's streams so far, {@code Long.MIN_VALUE} if
 *     there is none; if the streams have ended, windows that end after its batch have nothing new
 * @param queriesAdded how many queries had ever been added to the template at the executions
 * @param queriesEnded how many of them were unregistered
 */
public record FetchedWindows(
        String name,
        ResultForm form,
        List<String> vars,
        List<TemplateWindow> windows,
        long nextWindowEndMs,
        long stableMs,
        long lastTupleMs,
        long queriesAdded,
        long queriesEnded) {

    /** The results of the query, in order of window end; not for a template. */
    public List<WindowResult> results() {
        List<WindowResult> results = new ArrayList<>(windows.size());
        for (TemplateWindow window : windows) {
            results.add(result(window));
        }
        return results;
    }

    /** The result of the query at a window end; not for a template. */
    public WindowResult result(TemplateWindow window) {
        List<MemberRows> members = window.members();
        return result(name, window, members.isEmpty() ? List.of() : members.get(0).rows());
    }

    /** The result of one query of a template, with the rows of its member. */
    public WindowResult result(String query, TemplateWindow window, List<String[]> rows) {
        return new WindowResult(
                query,
                window.windowEndMs(),
                window.snapshot(),
                form,
                vars,
                rows,
                window.engineNs());
    }
}
