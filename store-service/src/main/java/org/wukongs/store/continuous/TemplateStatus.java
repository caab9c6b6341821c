package org.wukongs.store.continuous;

/**
 * Status of a reader of a template.
 *
 * @param template name of the template
 * @param memberCount distinct tuples of constants
 * @param executionCount executions of the whole template
 * @param failureCount executions that gave no query a result
 * @param pinnedMs the first window end that may still be asked for
 * @param lagMs event time that is stable and not executed yet
 */
public record TemplateStatus(
        String template,
        int memberCount,
        long executionCount,
        long failureCount,
        long pinnedMs,
        long lagMs) {}
