package org.wukongs.store.security;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * What protects a store: its tokens and its keys. As an agent it reads files and key sets again, in
 * a thread of its own, because disk and network may make it wait.
 */
public final class StoreSecurity implements Agent {

    /** Files are looked at so often; a token that was taken out counts no longer after that. */
    static final long REFRESH_NS = TimeUnit.SECONDS.toNanos(5);

    /**
     * What an operator has chosen.
     *
     * @param tls null for none
     * @param tokenFile null for none
     * @param issuer null for none
     */
    public record Settings(ServerTls.Files tls, Path tokenFile, JwtSettings issuer) {

        /** Neither tokens nor keys. */
        public static final Settings NONE = new Settings(null, null, null);
    }

    private final AtomicLong failureCount = new AtomicLong();
    private final AccessControl access;
    private final AuditLog audit;
    private final ServerTls tls; // null for none
    private final NanoClock clock;
    private long nextNs; // owner: the agent

    /**
     * Reads all files; USER error if they cannot be used.
     *
     * @param logIsDue whether one more line about refused requests may be logged
     */
    public StoreSecurity(
            Settings settings, NanoClock clock, EpochClock epoch, BooleanSupplier logIsDue) {
        this.clock = clock;
        this.nextNs = clock.nanoTime() + REFRESH_NS;
        List<TokenSource> sources = new ArrayList<>();
        if (settings.tokenFile() != null) {
            sources.add(new TokenFile(settings.tokenFile(), failureCount));
        }
        if (settings.issuer() != null) {
            sources.add(new JwtTokens(settings.issuer(), clock, epoch, failureCount));
        }
        access = new AccessControl(sources, epoch, logIsDue);
        audit = new AuditLog(access::isOn, clock);
        tls = settings.tls() == null ? null : new ServerTls(settings.tls(), failureCount);
    }

    public AccessControl access() {
        return access;
    }

    public AuditLog audit() {
        return audit;
    }

    /** Returns the keys of TLS; null for none. */
    public ServerTls tls() {
        return tls;
    }

    /** Returns when the store's certificate ends, in ms since the epoch; 0 for none. */
    public long certificateEndMs() {
        return tls == null ? 0 : tls.certificateEndMs();
    }

    /** Whether there is anything to read again. */
    public boolean isOn() {
        return tls != null || access.isOn();
    }

    /** Counts new files and key sets that could not be used. */
    public long failureCount() {
        return failureCount.get();
    }

    @Override
    public int doWork() {
        if (clock.nanoTime() - nextNs < 0) {
            return 0;
        }
        access.refresh();
        if (tls != null) {
            tls.refresh();
        }
        nextNs = clock.nanoTime() + REFRESH_NS;
        return 1;
    }

    @Override
    public String roleName() {
        return "wukongs-security";
    }
}
