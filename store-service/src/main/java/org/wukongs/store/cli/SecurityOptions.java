package org.wukongs.store.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import org.wukongs.store.security.JwtSettings;
import org.wukongs.store.security.ServerTls;
import org.wukongs.store.security.StoreSecurity;
import picocli.CommandLine.Option;

/** Options of {@code store} about who may use it, and with which keys it talks. */
final class SecurityOptions {

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "Encrypt all connections, with this certificate and those between it and its"
                            + " authority, in PEM (default: nothing is encrypted). Files of keys,"
                            + " certificates and tokens are read again when they change.")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of --tls-certificate, PEM (PKCS #8) without a password.")
    private Path key;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description =
                    "Authorities of the other nodes' certificates, in PEM (default: those of this"
                            + " Java).")
    private Path authorities;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description =
                    "Authorities of the clients' certificates, in PEM; clients without one are"
                            + " refused (default: clients need none).")
    private Path clientAuthorities;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Tokens of clients, one a line: ROLE NAME TOKEN, or sha256:HASH in place of the"
                            + " token. A role is read, write or admin (default: no tokens,"
                            + " everybody may do everything).")
    private Path tokenFile;

    @Option(
            names = "--oidc-issuer",
            paramLabel = "URL",
            description = "Take JSON Web Tokens of this issuer as tokens (claim iss).")
    private String issuer;

    @Option(
            names = "--oidc-audience",
            paramLabel = "NAME",
            description = "Whom those tokens have to be for (claim aud).")
    private String audience;

    @Option(
            names = "--oidc-keys",
            paramLabel = "FILE|URL",
            description = "Public keys of the issuer (JWKS): a file, or an address with https.")
    private String keys;

    @Option(
            names = "--oidc-role-claim",
            paramLabel = "NAME[.NAME...]",
            description =
                    "Claim with the role: a word, words with spaces between them, or a list; with"
                            + " dots, of an object in the token (default "
                            + JwtSettings.ROLE_CLAIM_DEFAULT
                            + ").")
    private String roleClaim; // null for the default

    @Option(
            names = "--insecure",
            description =
                    "Listen without TLS at addresses that other machines reach, and read other"
                            + " nodes' graphs over RDMA, which has none. Whoever sees the network"
                            + " sees data and, without TLS, tokens.")
    private boolean insecure;

    /** Returns what was chosen; throws if it is not complete. */
    StoreSecurity.Settings settings() {
        if ((certificate == null) != (key == null)) {
            throw new WrongUsageException("--tls-certificate and --tls-key belong together");
        }
        if (certificate == null && (authorities != null || clientAuthorities != null)) {
            throw new WrongUsageException(
                    "--tls-ca and --tls-client-ca need --tls-certificate and --tls-key");
        }
        ServerTls.Files tls =
                certificate == null
                        ? null
                        : new ServerTls.Files(certificate, key, clientAuthorities, authorities);
        return new StoreSecurity.Settings(tls, tokenFile, issuer());
    }

    private JwtSettings issuer() {
        if (issuer == null) {
            if (audience != null || keys != null || roleClaim != null) {
                throw new WrongUsageException("--oidc- options need --oidc-issuer URL");
            }
            return null;
        }
        if (audience == null || keys == null) {
            throw new WrongUsageException("--oidc-issuer needs --oidc-audience and --oidc-keys");
        }
        boolean isUri = keys.startsWith("https://") || keys.startsWith("http://");
        String claim = roleClaim == null ? JwtSettings.ROLE_CLAIM_DEFAULT : roleClaim;
        return new JwtSettings(
                issuer,
                audience,
                isUri ? null : Path.of(keys),
                isUri ? checkedUri() : null,
                List.of(claim.split("\\.", -1)));
    }

    /** Keys over plain HTTP could be those of anybody, except on the same machine. */
    private URI checkedUri() {
        try {
            URI uri = new URI(keys);
            if (uri.getHost() != null
                    && (uri.getScheme().equals("https") || isLoopback(uri.getHost(), false))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new WrongUsageException("--oidc-keys is a file or an address with https: " + keys);
    }

    /**
     * Throws if the store would listen without TLS where other machines reach it.
     *
     * @param option the one with the host
     * @param host null if the store does not listen there
     */
    void checkListens(String option, String host) {
        // Nobody can listen at a host that is unknown, and the error of who tries says so.
        if (host != null && certificate == null && !insecure && !isLoopback(host, true)) {
            throw new WrongUsageException(
                    "other machines reach this address, and nothing would be encrypted: give"
                            + " --tls-certificate and --tls-key, or --insecure if the network is"
                            + " trusted: "
                            + option
                            + "="
                            + host);
        }
    }

    /** Returns whether networks are trusted, so that nothing needs to be encrypted. */
    boolean isPlainAllowed() {
        return insecure;
    }

    private static boolean isLoopback(String host, boolean ifUnknown) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!address.isLoopbackAddress()) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            return ifUnknown;
        }
    }
}
