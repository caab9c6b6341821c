package org.wukongs.client;

import java.util.List;

/**
 * Executions of a template, in order of window end. A reader that knows the template's queries
 * compares the two counts with those of its last {@link TemplateMembersPage}: where more were
 * added, it asks for the pages behind that; where more have ended, for all of them again, unless it
 * may as well go on with those that are gone.
 *
 * @param nextWindowEndMs ask for this window end next; {@code Long.MIN_VALUE} while no tuple has
 *     come and none is known
 * @param stableMs as in {@link FetchedWindows}
 * @param lastTupleMs as in {@link FetchedWindows}
 * @param queriesAdded how many queries the template had ever had at the executions
 * @param queriesEnded how many of them were unregistered
 */
public record FetchedTemplate(
        List<TemplateWindow> windows,
        long nextWindowEndMs,
        long stableMs,
        long lastTupleMs,
        long queriesAdded,
        long queriesEnded) {}
