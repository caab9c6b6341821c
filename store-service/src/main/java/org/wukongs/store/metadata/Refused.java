package org.wukongs.store.metadata;

/**
 * The answer of a rule that a proposal breaks; a rule that it keeps answers null, and only then
 * anything changes.
 *
 * @param reason constant text, then facts
 */
record Refused(Refusal refusal, String reason) {

    /** {@code facts} are pairs of a key and its value. */
    static Refused of(Refusal refusal, Object... facts) {
        StringBuilder reason = new StringBuilder(refusal.text());
        for (int i = 0; i < facts.length; i += 2) {
            reason.append(i == 0 ? ": " : " ").append(facts[i]).append('=').append(facts[i + 1]);
        }
        return new Refused(refusal, reason.toString());
    }
}
