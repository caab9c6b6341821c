package org.wukongs.client;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.apache.flink.annotation.Experimental;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.tls.PemFiles;
import org.wukongs.tls.TlsContexts;

/**
 * How a client says to a store who it is, and whether the connection is encrypted. It has names of
 * files only, which are read for each connection, so that files that are replaced are used from the
 * next one on; no secret is in a job graph or a log. Immutable.
 */
@Experimental
public final class ClientSecurity implements Serializable {

    private static final long serialVersionUID = 1L;

    /** No token, no encryption. */
    public static final ClientSecurity NONE = new ClientSecurity(null, null, false, null, null);

    private final String tokenFile; // null for none
    private final String tokenVariable; // null for none
    private final boolean tls;
    private final String tlsAuthorities; // null for those of the JVM
    private final String[] tlsIdentity; // certificate and key; null for none

    private ClientSecurity(
            String tokenFile,
            String tokenVariable,
            boolean tls,
            String tlsAuthorities,
            String[] tlsIdentity) {
        this.tokenFile = tokenFile;
        this.tokenVariable = tokenVariable;
        this.tls = tls;
        this.tlsAuthorities = tlsAuthorities;
        this.tlsIdentity = tlsIdentity;
    }

    /** The token is the text of this file, without spaces at its ends. */
    public ClientSecurity withTokenFile(String file) {
        return new ClientSecurity(
                Objects.requireNonNull(file), null, tls, tlsAuthorities, tlsIdentity);
    }

    /** The token is the value of this environment variable; there is none if that is not set. */
    public ClientSecurity withTokenVariable(String variable) {
        return new ClientSecurity(
                null, Objects.requireNonNull(variable), tls, tlsAuthorities, tlsIdentity);
    }

    /** Connections are encrypted; the store's certificate must be of an authority of the JVM. */
    public ClientSecurity withTls() {
        return new ClientSecurity(tokenFile, tokenVariable, true, null, tlsIdentity);
    }

    /** The same with the authorities of a PEM file, which may be the store's certificate itself. */
    public ClientSecurity withTls(String authoritiesFile) {
        return new ClientSecurity(
                tokenFile,
                tokenVariable,
                true,
                Objects.requireNonNull(authoritiesFile),
                tlsIdentity);
    }

    /** The client has a certificate of its own, for stores that want one; both files are PEM. */
    public ClientSecurity withTlsIdentity(String certificateFile, String keyFile) {
        String[] identity = {
            Objects.requireNonNull(certificateFile), Objects.requireNonNull(keyFile)
        };
        return new ClientSecurity(tokenFile, tokenVariable, true, tlsAuthorities, identity);
    }

    /**
     * The same with TLS as options say, each of which may be absent: connections are encrypted if
     * any of them is there.
     *
     * @param wanted whether TLS is asked for by itself
     * @param authoritiesFile as {@link #withTls(String)}; null for the authorities of the JVM
     * @param certificateFile as {@link #withTlsIdentity}, null for none
     * @param keyFile of the certificate, null for none
     * @throws IllegalArgumentException if there is a certificate without its key, or a key without
     *     its certificate
     */
    public ClientSecurity withTlsOptions(
            boolean wanted, String authoritiesFile, String certificateFile, String keyFile) {
        if ((certificateFile == null) != (keyFile == null)) {
            throw new IllegalArgumentException("a certificate and its key belong together");
        }
        ClientSecurity security = this;
        if (authoritiesFile != null) {
            security = security.withTls(authoritiesFile);
        } else if (wanted) {
            security = security.withTls();
        }
        return certificateFile == null
                ? security
                : security.withTlsIdentity(certificateFile, keyFile);
    }

    public boolean isTls() {
        return tls;
    }

    /** Reads the token; null for none. USER error without the token if it cannot be used. */
    String token() {
        return token(System::getenv);
    }

    String token(UnaryOperator<String> environment) {
        String text = null;
        if (tokenVariable != null) {
            text = environment.apply(tokenVariable);
        } else if (tokenFile != null) {
            text = new String(PemFiles.bytes(Path.of(tokenFile)), StandardCharsets.UTF_8);
        }
        if (text == null || (text.isBlank() && tokenFile == null)) {
            return null;
        }
        return checked(text.strip());
    }

    private String checked(String token) {
        String from = tokenFile == null ? "variable=" + tokenVariable : "file=" + tokenFile;
        if (token.isEmpty() || token.length() > InputLimits.TOKEN_CHARS_MAX) {
            throw WukongsException.user(
                    "a token has a wrong length: "
                            + from
                            + " chars="
                            + token.length()
                            + " charsMax="
                            + InputLimits.TOKEN_CHARS_MAX);
        }
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw WukongsException.user(
                    "a token is one word of ASCII characters, without spaces: " + from);
        }
        return token;
    }

    /** Returns the context of a connection. Call it only if {@link #isTls}. */
    SSLContext tlsContext() {
        return TlsContexts.of(
                tlsIdentity == null ? null : PemFiles.certificates(Path.of(tlsIdentity[0])),
                tlsIdentity == null ? null : PemFiles.privateKey(Path.of(tlsIdentity[1])),
                tlsAuthorities == null ? null : PemFiles.certificates(Path.of(tlsAuthorities)));
    }

    @Override
    public String toString() {
        return "tls=" + tls + " token=" + (tokenFile != null || tokenVariable != null);
    }
}
