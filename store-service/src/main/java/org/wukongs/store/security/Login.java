package org.wukongs.store.security;

import org.wukongs.error.WukongsException;

/** A connection or request with the token that it has shown, at an address. Any thread. */
public final class Login {

    private final AccessControl access;
    private final String token; // null for none
    private final String remote;
    private volatile Caller caller;
    private volatile long checked; // generation of tokens for which the caller was found

    Login(AccessControl access, String token, String remote, Caller caller, long checked) {
        this.access = access;
        this.token = token;
        this.remote = remote;
        this.caller = caller;
        this.checked = checked;
    }

    /** Returns who it is. */
    public Caller caller() {
        return caller;
    }

    /** Returns the address from which it comes. */
    public String remote() {
        return remote;
    }

    /**
     * Whether the token still counts: it has not expired, and is what it was when tokens were read
     * again.
     */
    public boolean isCurrent() {
        if (access.nowMs() >= caller.untilMs()) {
            return false;
        }
        long generation = access.generation();
        if (generation != checked) {
            Caller now = access.find(token);
            if (now == null || now.role() != caller.role() || !now.name().equals(caller.name())) {
                return false;
            }
            caller = now;
            checked = generation;
        }
        return true;
    }

    /**
     * Throws if it may not do something.
     *
     * @throws WukongsException USER, with the reason NOT_AUTHENTICATED or NOT_ALLOWED
     */
    public void check(Right right) {
        access.check(this, right);
    }

    @Override
    public String toString() {
        return "name=" + caller.name() + " remote=" + remote;
    }
}
