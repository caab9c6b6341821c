package org.wukongs.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Reads certificates and private keys from PEM files (RFC 7468). The JDK decodes what is in them;
 * only the lines around it are handled here. All errors are USER errors that name the file and
 * nothing of its content.
 */
public final class PemFiles {

    /** A bundle of all public authorities has a quarter of a MiB. */
    public static final int BYTES_MAX = 1 << 20;

    private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_END = "-----END PRIVATE KEY-----";
    private static final List<String> KEY_ALGORITHMS =
            List.of("RSA", "EC", "Ed25519", "Ed448", "RSASSA-PSS");

    private PemFiles() {}

    /** Returns the certificates of a file in their order, at least one. */
    public static List<X509Certificate> certificates(Path file) {
        byte[] bytes = bytes(file);
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Certificate one : factory.generateCertificates(new ByteArrayInputStream(bytes))) {
                certificates.add((X509Certificate) one);
            }
        } catch (CertificateException e) {
            throw new WukongsException(
                    Category.USER, "not a PEM file of certificates: file=" + file, e);
        }
        if (certificates.isEmpty()) {
            throw WukongsException.user("a file has no certificate: file=" + file);
        }
        return certificates;
    }

    /** Returns the private key of a file, which must be PKCS #8 without a password. */
    public static PrivateKey privateKey(Path file) {
        String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(KEY_BEGIN);
        int end = text.indexOf(KEY_END, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            throw WukongsException.user(
                    "a key must be PEM without a password ("
                            + KEY_BEGIN
                            + "), 'openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW' makes that of"
                            + " others: file="
                            + file);
        }
        PKCS8EncodedKeySpec encoded;
        try {
            String body = text.substring(begin + KEY_BEGIN.length(), end);
            encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body));
        } catch (IllegalArgumentException e) {
            throw WukongsException.user("a private key is not Base64: file=" + file);
        }
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // It is a key of another algorithm.
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java has " + algorithm, e);
            }
        }
        throw WukongsException.user(
                "a private key is none of " + String.join(", ", KEY_ALGORITHMS) + ": file=" + file);
    }

    /** Returns the content of a file of at most {@link #BYTES_MAX} bytes. */
    public static byte[] bytes(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw WukongsException.user(
                        "a file is too long: file=" + file + " bytesMax=" + BYTES_MAX);
            }
            return bytes;
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "a file cannot be read: file=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }
}
