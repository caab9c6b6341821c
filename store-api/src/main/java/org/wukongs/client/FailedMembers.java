package org.wukongs.client;

/**
 * Members of a template whose queries could not be answered at a window end, as they reach a limit.
 *
 * @param members as in {@link TemplateQuery}
 * @param message of the USER error that each of their queries would get
 */
public record FailedMembers(long[] members, String message) {}
