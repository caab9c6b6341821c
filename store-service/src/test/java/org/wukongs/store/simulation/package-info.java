/**
 * Injection as a seeded simulation: writers, streams, the injector and readers take their steps in
 * a random order on one thread with a clock of events, and naive sets judge what is visible.
 */
package org.wukongs.store.simulation;
