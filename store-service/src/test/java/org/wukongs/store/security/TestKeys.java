package org.wukongs.store.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.wukongs.tls.PemFiles;
import org.wukongs.tls.TlsContexts;

/** A certificate that signs itself, made by the JDK's tool, and its key, as PEM files. */
public final class TestKeys {

    private static final String PASSWORD = "password";

    private final Path certificate;
    private final Path key;

    private TestKeys(Path certificate, Path key) {
        this.certificate = certificate;
        this.key = key;
    }

    /** Makes a pair for 127.0.0.1 and localhost. */
    public static TestKeys make(Path folder, String name) {
        return make(folder, name, "EC", "ip:127.0.0.1,dns:localhost");
    }

    static TestKeys make(Path folder, String name, String algorithm, String names) {
        Path store = folder.resolve(name + ".p12");
        try {
            Process tool =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "keytool")
                                            .toString(),
                                    "-genkeypair",
                                    "-alias",
                                    "own",
                                    "-keyalg",
                                    algorithm,
                                    "-dname",
                                    "CN=" + name,
                                    "-ext",
                                    "san=" + names,
                                    "-validity",
                                    "30",
                                    "-storetype",
                                    "PKCS12",
                                    "-keystore",
                                    store.toString(),
                                    "-storepass",
                                    PASSWORD)
                            .inheritIO()
                            .start();
            if (tool.waitFor() != 0) {
                throw new IllegalStateException("keytool failed");
            }
            return written(folder, name, store);
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TestKeys written(Path folder, String name, Path store)
            throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        TestKeys made = new TestKeys(folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
        write(made.certificate, "CERTIFICATE", keys.getCertificate("own").getEncoded());
        write(made.key, "PRIVATE KEY", keys.getKey("own", PASSWORD.toCharArray()).getEncoded());
        return made;
    }

    private static void write(Path file, String what, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder().encodeToString(bytes);
        Files.writeString(
                file, "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
        closed(file);
    }

    /** Closes a file to others. */
    static Path closed(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    public Path certificate() {
        return certificate;
    }

    public Path key() {
        return key;
    }

    /** Returns what a node with this certificate has, which trusts itself. */
    public ServerTls.Files files() {
        return new ServerTls.Files(certificate, key, null, certificate);
    }

    /** Returns a context that trusts this certificate and no other one. */
    public SSLContext trusting() {
        return TlsContexts.of(null, null, PemFiles.certificates(certificate));
    }

    /** The token of a role in {@link #tokensOfRoles}. */
    public static String token(Role role) {
        return "token-of-role-" + role.text();
    }

    /** Writes a file with a token for each role. */
    public static Path tokensOfRoles(Path file) {
        return tokens(
                file,
                Arrays.stream(Role.values())
                        .map(role -> role.text() + " " + role.text() + " " + token(role))
                        .toArray(String[]::new));
    }

    /** Writes a file of tokens, closed to others. */
    public static Path tokens(Path file, String... lines) {
        try {
            Files.writeString(file, String.join("\n", List.of(lines)) + "\n");
            return closed(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
