package org.wukongs.benchmarks.engine;

/**
 * A query of a mix.
 *
 * @param template what it is made from; queries of a template differ in constants only
 * @param text of it, with its constants
 */
public record MixQuery(String template, String text) {}
