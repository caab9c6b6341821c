package org.wukongs.store.continuous;

/**
 * What a reader of a template has come to.
 *
 * @param template its name
 * @param memberCount distinct tuples of constants
 * @param executionCount of the template as a whole
 * @param failureCount executions that gave no query anything
 * @param pinnedMs window ends from here on may be asked for
 * @param lagMs event time that is stable and not executed yet
 */
public record TemplateStatus(
        String template,
        int memberCount,
        long executionCount,
        long failureCount,
        long pinnedMs,
        long lagMs) {}
