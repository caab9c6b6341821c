package org.wukongs.store.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.text.Sha256;
import org.wukongs.wire.MessageType;

class AccessControlTest {

    private static final String TOKEN = "0123456789abcdef-reads";
    private static final String OTHER = "0123456789abcdef-other";
    private static final long NOW_MS = 1_700_000_000_000L;

    @TempDir private Path folder;

    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicLong nowMs = new AtomicLong(NOW_MS);

    private StoreSecurity with(Path tokens, JwtSettings issuer) {
        return new StoreSecurity(
                new StoreSecurity.Settings(null, tokens, issuer),
                nowNs::get,
                nowMs::get,
                () -> false);
    }

    private StoreSecurity tokens(String... lines) {
        return with(TestKeys.tokens(folder.resolve("tokens"), lines), null);
    }

    private void refresh(StoreSecurity security) {
        nowNs.addAndGet(StoreSecurity.REFRESH_NS);
        security.doWork();
    }

    private static void assertUnknown(StoreSecurity security, String token) {
        assertThatThrownBy(() -> security.access().login(token, "1.2.3.4"))
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.NOT_AUTHENTICATED))
                .hasMessageNotContaining(token);
    }

    @Test
    void everybodyMayDoEverythingWithoutTokens() {
        Login login = with(null, null).access().login(null, "1.2.3.4");
        for (Right right : Right.values()) {
            login.check(right);
        }
        assertThat(login.isCurrent()).isTrue();
    }

    @Test
    void aRoleHasItsRightsAndThoseBelow() {
        String hash = HexFormat.of().formatHex(Sha256.of(OTHER));
        StoreSecurity security =
                tokens("# people", "", "read ada " + TOKEN, "admin ben sha256:" + hash);
        Login ada = security.access().login(TOKEN, "1.2.3.4");
        Login ben = security.access().login(OTHER, "1.2.3.4");
        Login nobody = security.access().login(null, "1.2.3.4");
        assertThat(ada.caller().name()).isEqualTo("ada");
        for (Right right : Right.values()) {
            ben.check(right);
            assertThat(ada.caller().may(right))
                    .isEqualTo(right.role() == null || right.role() == Role.READ);
            assertThat(nobody.caller().may(right)).isEqualTo(right == Right.GREET);
        }
        assertThatThrownBy(() -> ada.check(Right.UPDATE))
                .hasMessage("this needs another role: role=read needed=write");
        assertThatThrownBy(() -> nobody.check(Right.QUERY))
                .hasMessage("the store asks for a token");
        assertUnknown(security, hash);
        assertUnknown(security, TOKEN + "x");
        assertUnknown(security, "x".repeat(100_000));
        assertThat(security.access().refusedCount()).isEqualTo(1);
        assertThat(security.access().unknownCount()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void eachRequestNeedsARight(MessageType type) {
        assertThat(Right.of(type)).isNotNull();
        assertThat(Right.of(type) == Right.GREET).isEqualTo(type == MessageType.HELLO);
    }

    @Test
    void aTokenThatIsTakenOutCountsNoLonger() {
        StoreSecurity security = tokens("read ada " + TOKEN, "write ben " + OTHER);
        Login ada = security.access().login(TOKEN, "1.2.3.4");
        Login ben = security.access().login(OTHER, "1.2.3.4");
        tokens("read carl 0123456789abcdef", "write ben " + OTHER);
        assertThat(ada.isCurrent()).isTrue();
        refresh(security);
        assertThat(ada.isCurrent()).isFalse();
        assertThat(ben.isCurrent()).isTrue();
        assertUnknown(security, TOKEN);
    }

    @Test
    void aBadFileKeepsTheOldTokens() throws IOException {
        StoreSecurity security = tokens("read ada " + TOKEN);
        TestKeys.tokens(folder.resolve("tokens"), "read ada");
        refresh(security);
        assertThat(security.failureCount()).isEqualTo(1);
        refresh(security);
        assertThat(security.failureCount()).isEqualTo(1);
        Files.delete(folder.resolve("tokens"));
        refresh(security);
        assertThat(security.failureCount()).isEqualTo(2);
        assertThat(security.access().login(TOKEN, "1.2.3.4").isCurrent()).isTrue();
        tokens("read ada " + OTHER);
        refresh(security);
        assertUnknown(security, TOKEN);
    }

    @Test
    void filesThatAreRefused() throws IOException {
        assertRefused("a role is read, write or admin", "owner ada " + TOKEN);
        assertRefused("ROLE NAME TOKEN", "read " + TOKEN);
        assertRefused("a token has 16 to", "read ada short");
        assertRefused("64 hexadecimal digits", "read ada sha256:00");
        assertRefused("two tokens have one name", "read ada " + TOKEN, "read ada " + OTHER);
        assertRefused("letters, digits", "read a\"da " + TOKEN);
        assertRefused("one or more", "# nobody");
        Path open = TestKeys.tokens(folder.resolve("tokens"), "read ada " + TOKEN);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> with(open, null)).hasMessageContaining("open to others");
    }

    private void assertRefused(String why, String... lines) {
        assertThatThrownBy(() -> tokens(lines))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining(TOKEN);
    }

    private JwtSettings issuer(JWKSet keys, String... claim) {
        Path file = folder.resolve("keys.json");
        TestKeys.tokens(file, keys.toPublicJWKSet().toString());
        return new JwtSettings("https://issuer", "store", file, null, List.of(claim));
    }

    private static Date at(long ms) {
        return Date.from(Instant.ofEpochMilli(ms));
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer("https://issuer")
                .audience("store")
                .subject("ada\nname=\"root\"")
                .claim("realm", Map.of("roles", List.of("other", "read", "write")))
                .expirationTime(at(NOW_MS + 10_000));
    }

    private static String signed(ECKey key, JWTClaimsSet claims) throws Exception {
        JWSHeader head = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build();
        SignedJWT jwt = new SignedJWT(head, claims);
        jwt.sign(new ECDSASigner(key));
        return jwt.serialize();
    }

    @Test
    void tokensOfAnIssuer() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("1").generate();
        ECKey strange = new ECKeyGenerator(Curve.P_256).keyID("1").generate();
        ECKey unknown = new ECKeyGenerator(Curve.P_256).keyID("2").generate();
        StoreSecurity security = with(null, issuer(new JWKSet(key), "realm", "roles"));
        String good = signed(key, claims().build());
        Login ada = security.access().login(good, "1.2.3.4");
        assertThat(ada.caller().role()).isEqualTo(Role.WRITE);
        assertThat(ada.caller().name()).isEqualTo("ada_name__root_");
        assertUnknown(security, signed(strange, claims().build()));
        assertUnknown(security, signed(unknown, claims().build()));
        assertUnknown(security, signed(key, claims().issuer("https://other").build()));
        assertUnknown(security, signed(key, claims().audience("other").build()));
        assertUnknown(security, signed(key, claims().expirationTime(null).build()));
        assertUnknown(security, signed(key, claims().expirationTime(at(NOW_MS - 60_001)).build()));
        assertUnknown(security, signed(key, claims().notBeforeTime(at(NOW_MS + 60_001)).build()));
        assertUnknown(security, new PlainJWT(claims().build()).serialize());
        assertUnknown(security, signedWithPublicKey(key));
        assertUnknown(security, good.substring(0, good.length() - 4));
        assertUnknown(security, "a.b.c");
        assertUnknown(security, "....");

        Login without =
                security.access().login(signed(key, claims().claim("realm", 7).build()), "x");
        assertThatThrownBy(() -> without.check(Right.QUERY))
                .hasMessage("this needs another role: role=none needed=read");

        nowMs.set(NOW_MS + 69_999);
        assertThat(ada.isCurrent()).isTrue();
        nowMs.set(NOW_MS + 70_000);
        assertThat(ada.isCurrent()).isFalse();
        assertUnknown(security, good);
    }

    /** A public key as the secret of a code: verifiers that trust the head take it. */
    private String signedWithPublicKey(ECKey key) throws Exception {
        byte[] secret = key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
        SignedJWT jwt =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("1").build(),
                        claims().build());
        jwt.sign(new MACSigner(secret));
        return jwt.serialize();
    }

    @Test
    void keysThatAreTakenBack() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("1").generate();
        ECKey next = new ECKeyGenerator(Curve.P_256).keyID("2").generate();
        StoreSecurity security = with(null, issuer(new JWKSet(key), "realm", "roles"));
        String token = signed(key, claims().build());
        Login ada = security.access().login(token, "1.2.3.4");
        issuer(new JWKSet(next), "realm", "roles");
        refresh(security);
        assertThat(ada.isCurrent()).isFalse();
        assertUnknown(security, token);
        security.access().login(signed(next, claims().build()), "1.2.3.4");
    }

    @Test
    void aLineOfTheAuditLogIsOneLine() {
        StoreSecurity security = tokens("write ada " + TOKEN);
        Login ada = security.access().login(TOKEN, "1.2.3.4");
        assertThat(AuditLog.line(ada, Right.UPDATE, "UPDATE", "a\nname=\"b\" \u2028\\", "ok"))
                .isEqualTo(
                        "name=\"ada\" role=write remote=1.2.3.4 right=update request=\"UPDATE\""
                                + " subject=\"a\\u000aname=\\\"b\\\" \\u2028\\\\\" result=\"ok\"");
        assertThat(AuditLog.line(ada, Right.UPDATE, "UPDATE", "\n".repeat(1_000_000), "ok"))
                .hasSizeLessThan(1_500);
    }
}
