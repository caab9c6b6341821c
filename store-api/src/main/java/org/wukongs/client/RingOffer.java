package org.wukongs.client;

/**
 * A store's answer to a client that asks for rings in place of its socket.
 *
 * @param path of the file of two rings, which the client sees only if it is on the same host
 * @param capacityBytes of each
 * @param refusal why the store offers none; null if it does
 */
public record RingOffer(String path, int capacityBytes, String refusal) {

    public static RingOffer refused(String why) {
        return new RingOffer("", 0, why);
    }
}
