package org.wukongs.store.security;

/** Knows some tokens. Any thread asks it. */
interface TokenSource {

    /**
     * Returns whose token it is, null if this source does not know it; never throws.
     *
     * @param hash of the token, by {@link org.wukongs.text.Sha256}
     */
    Caller caller(String token, byte[] hash, long nowMs);

    /** Reads again what it knows, if that has changed; returns whether it has. */
    boolean refresh();
}
