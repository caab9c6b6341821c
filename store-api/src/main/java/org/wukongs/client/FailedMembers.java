package org.wukongs.client;

/**
 * Members of a template whose queries cannot be answered at a window end because they reach a
 * limit.
 *
 * @param members as in {@link TemplateQuery}
 * @param message of the USER error that each of their queries gets when read alone
 */
public record FailedMembers(long[] members, String message) {}
