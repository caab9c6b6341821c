package org.wukongs.store.text;

/**
 * Counts of texts.
 *
 * @param known texts that were like a known one
 * @param parsed texts that were parsed
 * @param learned texts from which a skeleton was made
 * @param skeletons how many of these there are now
 */
public record TextCounts(long known, long parsed, long learned, int skeletons) {

    public TextCounts plus(TextCounts other) {
        return new TextCounts(
                known + other.known,
                parsed + other.parsed,
                learned + other.learned,
                skeletons + other.skeletons);
    }
}
