package org.wukongs.naive;

/** A triple of N-Triples strings. */
public record NaiveTriple(String subject, String predicate, String object) {}
