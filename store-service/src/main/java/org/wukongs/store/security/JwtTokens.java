package org.wukongs.store.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.nio.ByteBuffer;
import java.text.ParseException;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JSON Web Tokens (RFC 7519) of one issuer, signed with RSA or ECDSA, as OpenID Connect and OAuth
 * have them. Tokens that count are remembered until they end or keys change, because a signature
 * takes longer than a query. Any thread.
 */
final class JwtTokens implements TokenSource {

    private static final Logger LOG = LoggerFactory.getLogger(JwtTokens.class);

    static final int REMEMBERED_COUNT_MAX = 1_024;

    /** Clocks of issuer and store may differ by so much. */
    private static final int SKEW_SECONDS = 60;

    private final JwtSettings settings;
    private final JwtKeys keys;
    private final DefaultJWTProcessor<SecurityContext> processor;
    private final Map<ByteBuffer, Caller> remembered = new Remembered(); // guarded by itself

    /** Those that were asked for least recently are forgotten. */
    private static final class Remembered extends LinkedHashMap<ByteBuffer, Caller> {

        private static final long serialVersionUID = 1L;

        private Remembered() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Caller> eldest) {
            return size() > REMEMBERED_COUNT_MAX;
        }
    }

    JwtTokens(JwtSettings settings, NanoClock clock, EpochClock epoch, AtomicLong failureCount) {
        this.settings = settings;
        this.keys = new JwtKeys(settings, clock, failureCount);
        this.processor = processor(settings, keys, epoch);
    }

    private static DefaultJWTProcessor<SecurityContext> processor(
            JwtSettings settings, JwtKeys keys, EpochClock epoch) {
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
        algorithms.addAll(JWSAlgorithm.Family.EC);
        algorithms.remove(JWSAlgorithm.ES256K); // not in the JDK
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(
                        JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(
                        algorithms, (selector, context) -> selector.select(keys.get())));
        DefaultJWTClaimsVerifier<SecurityContext> claims =
                new DefaultJWTClaimsVerifier<>(
                        Set.of(settings.audience()),
                        new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                        Set.of("sub", "exp"),
                        null) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(Instant.ofEpochMilli(epoch.time()));
                    }
                };
        claims.setMaxClockSkew(SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
        return processor;
    }

    @Override
    public Caller caller(String token, byte[] hash, long nowMs) {
        if (token.indexOf('.') < 0) {
            return null; // not even the form of one
        }
        ByteBuffer key = ByteBuffer.wrap(hash);
        synchronized (remembered) {
            Caller known = remembered.get(key);
            if (known != null && nowMs < known.untilMs()) {
                return known;
            }
        }
        Caller caller = verified(token);
        if (caller != null) {
            synchronized (remembered) {
                remembered.put(key, caller);
            }
        }
        return caller;
    }

    private Caller verified(String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            String key = jwt.getHeader().getKeyID();
            if (key != null && keys.get().getKeyByKeyId(key) == null) {
                keys.want();
                return null;
            }
            JWTClaimsSet claims = processor.process(jwt, null);
            long untilMs =
                    claims.getExpirationTime().toInstant().toEpochMilli()
                            + TimeUnit.SECONDS.toMillis(SKEW_SECONDS);
            return new Caller(name(claims.getSubject()), role(claims.getClaims()), untilMs);
        } catch (ParseException | BadJOSEException | JOSEException e) {
            LOG.debug("a JWT does not count: {}", e.getMessage());
            return null;
        } catch (RuntimeException e) {
            // Whatever hostile text makes the library throw: the token does not count.
            LOG.debug("a JWT cannot be read", e);
            return null;
        }
    }

    private static String name(String subject) {
        String plain = subject.replaceAll("[^\\p{L}\\p{N}._@|:-]", "_");
        return plain.substring(0, Math.min(TokenFile.NAME_CHARS_MAX, plain.length()));
    }

    /** Returns the highest role that the claim has; null if it has none. */
    private Role role(Map<String, Object> claims) {
        Object value = claims;
        for (String name : settings.roleClaim()) {
            value = value instanceof Map<?, ?> object ? object.get(name) : null;
        }
        Collection<?> words =
                value instanceof Collection<?> list
                        ? list
                        : value instanceof String text ? List.of(text.split(" ", -1)) : List.of();
        Role highest = null;
        for (Object word : words) {
            Role role = word instanceof String text ? Role.of(text) : null;
            if (role != null && (highest == null || role.includes(highest))) {
                highest = role;
            }
        }
        return highest;
    }

    @Override
    public boolean refresh() {
        boolean changed = keys.refresh();
        if (changed) {
            synchronized (remembered) {
                remembered.clear();
            }
        }
        return changed;
    }
}
