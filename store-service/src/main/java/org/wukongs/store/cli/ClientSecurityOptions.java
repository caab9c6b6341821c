package org.wukongs.store.cli;

import java.nio.file.Path;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.ClientSecurity;
import picocli.CommandLine.Option;

/** Options of commands that talk to a store: who they are, and how they know the store. */
final class ClientSecurityOptions {

    /** Holds a token if there is no {@code --token-file}. */
    static final String TOKEN_VARIABLE = "WUKONGS_TOKEN";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that the store asks for (default: the environment variable"
                            + " WUKONGS_TOKEN, if it is set).")
    private Path tokenFile;

    @Option(
            names = "--tls",
            description =
                    "Connect over TLS; the store's certificate must be of an authority that this"
                            + " Java trusts.")
    private boolean tls;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description =
                    "Connect over TLS; the store's certificate must be one of this PEM file, or of"
                            + " an authority in it.")
    private Path authorities;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "Certificate of this client, in PEM, for a store that asks for one.")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of --tls-certificate, PEM (PKCS #8) without a password.")
    private Path key;

    ClientOptions options() {
        return ClientOptions.DEFAULT.with(security());
    }

    private ClientSecurity security() {
        ClientSecurity security =
                tokenFile == null
                        ? ClientSecurity.NONE.withTokenVariable(TOKEN_VARIABLE)
                        : ClientSecurity.NONE.withTokenFile(tokenFile.toString());
        try {
            return security.withTlsOptions(tls, text(authorities), text(certificate), text(key));
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException("--tls-certificate and --tls-key belong together", e);
        }
    }

    private static String text(Path file) {
        return file == null ? null : file.toString();
    }
}
