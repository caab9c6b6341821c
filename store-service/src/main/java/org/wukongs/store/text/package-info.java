/**
 * Texts of queries and updates that differ in constants only. Texts come in, and what was made of a
 * text like them goes out, with the constants to replace. Any thread; the numbers of skeletons, of
 * places in a text and of parses for learning are bounded.
 */
package org.wukongs.store.text;
