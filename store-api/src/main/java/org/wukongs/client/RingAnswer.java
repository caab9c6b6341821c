package org.wukongs.client;

/**
 * A client's answer to a {@link RingOffer}. With the right nonce, which stands in the file, frames
 * go through the rings from then on.
 *
 * @param refusal why the client does not take it; null if it does
 */
public record RingAnswer(long nonceHigh, long nonceLow, String refusal) {

    public static RingAnswer refused(String why) {
        return new RingAnswer(0, 0, why);
    }
}
