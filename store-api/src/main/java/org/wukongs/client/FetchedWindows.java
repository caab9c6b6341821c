package org.wukongs.client;

import java.util.List;
import org.wukongs.csparql.ResultForm;

/**
 * Executions of one query, or of all queries of a template, in order of window end. A reader that
 * knows a template's queries compares the two counts with those of its last {@link
 * TemplateMembersPage}: if more were added, it asks for the pages after that; if more have ended,
 * for all of them again, unless it may as well go on with those that are gone.
 *
 * @param name of the query or template
 * @param form what the rows hold
 * @param vars as in {@link WindowResult}
 * @param windows with the query's rows as those of its member, or the rows of all members
 * @param nextWindowEndMs ask for this window end next; {@code Long.MIN_VALUE} while no tuple has
 *     come and none is known
 * @param stableMs event time up to which all streams of the query are stable: no window with an end
 *     up to it will come later than {@code nextWindowEndMs} says; {@code Long.MIN_VALUE} before the
 *     first batch, {@code Long.MAX_VALUE} when all its streams have ended
 * @param lastTupleMs the newest event time that the query's streams have brought so far, {@code
 *     Long.MIN_VALUE} if none; if the streams have ended, windows with an end after its batch hold
 *     nothing new
 * @param queriesAdded how many queries the template had ever had at the executions
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
        return windows.stream().map(this::result).toList();
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
