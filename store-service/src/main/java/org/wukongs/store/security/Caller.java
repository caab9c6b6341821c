package org.wukongs.store.security;

/**
 * Who has shown a token.
 *
 * @param name of the token's holder, for the audit log; never the token
 * @param role null for none
 * @param untilMs the token counts until this time, in ms since the epoch
 */
public record Caller(String name, Role role, long untilMs) {

    /** Of a token without an end. */
    static final long FOR_EVER = Long.MAX_VALUE;

    /** Everybody at a store without tokens. */
    static final Caller ANYBODY = new Caller("-", Role.ADMIN, FOR_EVER);

    /** The store itself, when it starts. */
    static final Caller ITSELF = new Caller("store", Role.READ, FOR_EVER);

    /** Who has shown no token to a store that has tokens. */
    static final Caller NOBODY = new Caller("-", null, FOR_EVER);

    boolean may(Right right) {
        return right.role() == null || (role != null && role.includes(right.role()));
    }
}
