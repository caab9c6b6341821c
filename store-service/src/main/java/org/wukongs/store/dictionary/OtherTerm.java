package org.wukongs.store.dictionary;

/**
 * A term that another node of the cluster owns.
 *
 * @param text in UTF-8
 * @param vid that it has there
 */
public record OtherTerm(byte[] text, long vid) {}
