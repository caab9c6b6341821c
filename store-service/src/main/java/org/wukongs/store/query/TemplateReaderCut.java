package org.wukongs.store.query;

/**
 * A reader of a template at a moment.
 *
 * @param template name of the template
 * @param pinnedMs the first window end that may still be asked for
 */
public record TemplateReaderCut(String template, long pinnedMs) {}
