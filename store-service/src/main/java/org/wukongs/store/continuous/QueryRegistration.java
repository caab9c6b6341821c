package org.wukongs.store.continuous;

import org.wukongs.client.QueryDescription;
import org.wukongs.store.template.TextLesson;

/**
 * Outcome of registering a text.
 *
 * @param created false if the same text was registered before
 * @param lesson lets the store learn to register such texts without parsing; null if it has nothing
 *     to learn
 */
public record QueryRegistration(QueryDescription query, boolean created, TextLesson lesson) {}
