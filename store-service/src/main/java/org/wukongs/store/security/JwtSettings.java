package org.wukongs.store.security;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Which JSON Web Tokens count.
 *
 * @param issuer they must be from it, as their claim {@code iss} says
 * @param audience they must be for it, as their claim {@code aud} says
 * @param keyFile file with the issuer's public keys (JWKS); null if they are at {@code keyUri}
 * @param keyUri where the keys are over HTTPS
 * @param roleClaim names of objects, the last one of the claim with the role: one word, several, or
 *     a list of them
 */
public record JwtSettings(
        String issuer, String audience, Path keyFile, URI keyUri, List<String> roleClaim) {

    public static final String ROLE_CLAIM_DEFAULT = "wukongs_role";

    public JwtSettings {
        roleClaim = List.copyOf(roleClaim);
    }
}
