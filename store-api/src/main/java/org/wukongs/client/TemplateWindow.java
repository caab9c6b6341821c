package org.wukongs.client;

import java.util.List;

/**
 * What all queries of a template have at a window end. A member that is named nowhere has no rows,
 * which is the result of its queries.
 *
 * @param windowEndMs t: the windows are [t−range, t)
 * @param snapshot the Stable_SN that stored patterns read
 * @param engineNs the engine's time for all of it, rows as ids
 */
public record TemplateWindow(
        long windowEndMs,
        long snapshot,
        long engineNs,
        List<MemberRows> members,
        List<FailedMembers> failures) {}
