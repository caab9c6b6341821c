package org.wukongs.store.security;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.EpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.stream.InputLimits;
import org.wukongs.text.Sha256;

/**
 * Decides who may do what. Without any source of tokens, everybody may do everything. Any thread;
 * one thread refreshes.
 */
public final class AccessControl {

    private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);

    private static final int OWN_TOKEN_BYTES = 32;

    private final List<TokenSource> sources;
    private final EpochClock clock;
    private final BooleanSupplier logIsDue;
    private final String ownToken = randomToken();
    private final byte[] ownHash = Sha256.of(ownToken);
    private final AtomicLong unknownCount = new AtomicLong();
    private final AtomicLong refusedCount = new AtomicLong();
    private final AtomicLong generation = new AtomicLong(); // owner: who refreshes

    AccessControl(List<TokenSource> sources, EpochClock clock, BooleanSupplier logIsDue) {
        this.sources = List.copyOf(sources);
        this.clock = clock;
        this.logIsDue = logIsDue;
    }

    /** Whether tokens are asked for. */
    public boolean isOn() {
        return !sources.isEmpty();
    }

    /**
     * Logs in.
     *
     * @param token null for none, which may do only what everybody may
     * @param remote the address from which it comes
     * @throws WukongsException USER, with the reason NOT_AUTHENTICATED, if the token does not count
     */
    public Login login(String token, String remote) {
        if (!isOn()) {
            return new Login(this, null, remote, Caller.ANYBODY, generation());
        }
        if (token == null) {
            return new Login(this, null, remote, Caller.NOBODY, generation());
        }
        long found = generation();
        Caller caller = find(token);
        if (caller == null || nowMs() >= caller.untilMs()) {
            throw unknown("the token is not known here, or has expired", remote);
        }
        return new Login(this, token, remote, caller, found);
    }

    /** Returns whose token it is; null if it is unknown. */
    Caller find(String token) {
        if (!isOn()) {
            return Caller.ANYBODY;
        }
        if (token == null) {
            return Caller.NOBODY;
        }
        if (token.length() > InputLimits.TOKEN_CHARS_MAX) {
            return null;
        }
        byte[] hash = Sha256.of(token);
        if (MessageDigest.isEqual(hash, ownHash)) {
            return Caller.ITSELF;
        }
        for (TokenSource source : sources) {
            Caller caller = source.caller(token, hash, nowMs());
            if (caller != null) {
                return caller;
            }
        }
        return null;
    }

    private static String randomToken() {
        byte[] bytes = new byte[OWN_TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns a token with which this process asks itself; nobody else has it. */
    public String ownToken() {
        return ownToken;
    }

    void check(Login login, Right right) {
        if (login.caller().may(right)) {
            return;
        }
        Role role = login.caller().role();
        if (login.caller().equals(Caller.NOBODY)) {
            throw unknown("the store asks for a token", login.remote());
        }
        long count = refusedCount.incrementAndGet();
        if (logIsDue.getAsBoolean()) {
            LOG.warn(
                    "a request was refused: {} role={} right={} refused={}",
                    login,
                    text(role),
                    right.text(),
                    count);
        }
        throw new WukongsException(
                Category.USER,
                Reason.NOT_ALLOWED,
                "this needs another role: role=" + text(role) + " needed=" + right.role().text(),
                null);
    }

    private static String text(Role role) {
        return role == null ? "none" : role.text();
    }

    private WukongsException unknown(String what, String remote) {
        long count = unknownCount.incrementAndGet();
        if (logIsDue.getAsBoolean()) {
            LOG.warn("{}: remote={} refused={}", what, remote, count);
        }
        return new WukongsException(Category.USER, Reason.NOT_AUTHENTICATED, what, null);
    }

    long nowMs() {
        return clock.time();
    }

    long generation() {
        return generation.get();
    }

    /** Reads tokens again that have changed. */
    void refresh() {
        boolean changed = false;
        for (TokenSource source : sources) {
            changed |= source.refresh();
        }
        if (changed) {
            generation.incrementAndGet();
        }
    }

    /** Counts logins without a token that counts. */
    public long unknownCount() {
        return unknownCount.get();
    }

    /** Counts requests that the caller's role does not allow. */
    public long refusedCount() {
        return refusedCount.get();
    }
}
