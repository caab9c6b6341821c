package org.wukongs.store.security;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.tls.PemFiles;

/**
 * The public keys of an issuer, from a file or fetched again and again. Who verifies a token never
 * waits for them. If they cannot be fetched, the old ones count on. Any thread gets them, one
 * thread refreshes.
 */
final class JwtKeys {

    private static final Logger LOG = LoggerFactory.getLogger(JwtKeys.class);

    static final int KEY_COUNT_MAX = 100;

    private static final int FETCH_MS_MAX = 5_000;

    /** Issuers show new keys some time before they use them. */
    private static final long FETCH_NS = TimeUnit.MINUTES.toNanos(5);

    /** After a failure, and for a token with a key that is not known. */
    private static final long FETCH_NS_MIN = TimeUnit.SECONDS.toNanos(30);

    private final JwtSettings settings;
    private final NanoClock clock;
    private final AtomicLong failureCount;
    private final ReloadedFiles<JWKSet> file; // null if they are fetched
    private volatile JWKSet fetched = new JWKSet(); // owner: who refreshes
    private volatile boolean wanted; // a key was not known
    private long fetchedNs; // owner: who refreshes
    private String failure; // of the last time, null after a success; owner: who refreshes

    /** Reads a file, or fetches; USER error if the file cannot be used. */
    JwtKeys(JwtSettings settings, NanoClock clock, AtomicLong failureCount) {
        this.settings = settings;
        this.clock = clock;
        this.failureCount = failureCount;
        Path path = settings.keyFile();
        this.file =
                path == null
                        ? null
                        : new ReloadedFiles<>(
                                "keys of the issuer",
                                List.of(path),
                                () -> read(path),
                                failureCount);
        if (path == null) {
            fetch();
        }
    }

    JWKSet get() {
        return file == null ? fetched : file.value();
    }

    /** Notes that a token has a key that is not known. */
    void want() {
        wanted = true;
    }

    /** Reads or fetches if it is time; returns whether there are other keys. */
    boolean refresh() {
        if (file != null) {
            return file.refresh();
        }
        boolean soon = wanted || failure != null;
        if (clock.nanoTime() - fetchedNs < (soon ? FETCH_NS_MIN : FETCH_NS)) {
            return false;
        }
        return fetch();
    }

    private boolean fetch() {
        wanted = false;
        boolean changed = false;
        try {
            String text =
                    new DefaultResourceRetriever(FETCH_MS_MAX, FETCH_MS_MAX, PemFiles.BYTES_MAX)
                            .retrieveResource(settings.keyUri().toURL())
                            .getContent();
            JWKSet keys = parse(text, "uri=" + settings.keyUri());
            changed = !keys.toString().equals(fetched.toString());
            fetched = keys;
            failure = null;
        } catch (IOException e) {
            fail(IoReason.of(e));
        } catch (WukongsException e) {
            fail(e.getMessage());
        } finally {
            fetchedNs = clock.nanoTime();
        }
        return changed;
    }

    private void fail(String reason) {
        failureCount.incrementAndGet();
        if (!reason.equals(failure)) {
            LOG.error(
                    "the issuer's keys cannot be fetched, the old ones count on: uri={} keys={}"
                            + " reason={}",
                    settings.keyUri(),
                    fetched.size(),
                    reason);
        }
        failure = reason;
    }

    private static JWKSet read(Path path) {
        String text = new String(PemFiles.bytes(path), StandardCharsets.UTF_8);
        return parse(text, "file=" + path);
    }

    private static JWKSet parse(String text, String where) {
        JWKSet keys;
        try {
            keys = JWKSet.parse(text).toPublicJWKSet();
        } catch (ParseException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "not a set of keys (JWKS): " + where, e);
        }
        if (keys.isEmpty() || keys.size() > KEY_COUNT_MAX) {
            throw WukongsException.user(
                    "a set of keys (JWKS) has one or more that are public: "
                            + where
                            + " count="
                            + keys.size()
                            + " countMax="
                            + KEY_COUNT_MAX);
        }
        return keys;
    }
}
