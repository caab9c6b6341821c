package org.wukongs.store.continuous;

import org.wukongs.client.QueryDescription;
import org.wukongs.store.template.TextLesson;

/**
 * What came of registering a text.
 *
 * @param created false where the same text was registered before
 * @param lesson what texts like it may be learned from; null where there is nothing to learn
 */
public record QueryRegistration(QueryDescription query, boolean created, TextLesson lesson) {}
