package org.wukongs.client;

import java.util.List;

/**
 * Results of all queries of a template at a window end. A member without an entry has no rows: its
 * queries have an empty result.
 *
 * @param windowEndMs t: the windows are [t−range, t)
 * @param snapshot the Stable_SN that stored patterns read
 * @param engineNs the engine's time for all members, until rows are there as ids
 */
public record TemplateWindow(
        long windowEndMs,
        long snapshot,
        long engineNs,
        List<MemberRows> members,
        List<FailedMembers> failures) {}
