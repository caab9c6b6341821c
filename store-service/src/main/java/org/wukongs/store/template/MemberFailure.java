package org.wukongs.store.template;

import org.wukongs.error.WukongsException;

/**
 * The reason why some members of a template have no rows: they exceed a limit, together or each.
 *
 * @param first number of the first of them
 * @param last number of the last of them
 */
public record MemberFailure(int first, int last, WukongsException reason) {}
