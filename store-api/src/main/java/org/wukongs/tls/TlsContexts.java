package org.wukongs.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.wukongs.error.WukongsException;

/** Makes TLS contexts of certificates and keys. */
public final class TlsContexts {

    /**
     * Sessions that can be resumed; more are forgotten. Contexts of TLS 1.3 keep nothing for most
     * of them.
     */
    private static final int SESSION_COUNT_MAX = 1_024;

    private static final char[] NO_PASSWORD = {};

    private TlsContexts() {}

    /**
     * Returns a context.
     *
     * @param chain certificates with which this side says who it is, its own one first; null for
     *     none
     * @param key the private key of the first one; null for none
     * @param authorities whose certificates are trusted; null for those of this Java
     * @throws WukongsException USER if key and certificate do not belong together
     */
    public static SSLContext of(
            List<X509Certificate> chain, PrivateKey key, List<X509Certificate> authorities) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    chain == null ? null : keys(chain, key),
                    authorities == null ? null : trust(authorities),
                    null);
            context.getServerSessionContext().setSessionCacheSize(SESSION_COUNT_MAX);
            context.getClientSessionContext().setSessionCacheSize(SESSION_COUNT_MAX);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "certificate and key cannot be used: reason=" + e.getMessage(),
                    e);
        }
    }

    private static KeyManager[] keys(List<X509Certificate> chain, PrivateKey key)
            throws GeneralSecurityException, IOException {
        checkPair(chain.get(0), key);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    /** Signs something: two files that were not replaced at the same time do not fit. */
    private static void checkPair(X509Certificate certificate, PrivateKey key)
            throws GeneralSecurityException {
        String algorithm = signature(key.getAlgorithm());
        if (algorithm == null) {
            return; // the handshake finds out
        }
        boolean fits;
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(certificate.getEncoded());
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(certificate.getEncoded());
            fits = signature.verify(signed);
        } catch (InvalidKeyException | SignatureException e) {
            fits = false; // keys of two algorithms or sizes
        }
        if (!fits) {
            throw WukongsException.user(
                    "the private key is not that of the certificate: subject="
                            + certificate.getSubjectX500Principal());
        }
    }

    private static String signature(String keyAlgorithm) {
        return switch (keyAlgorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
            default -> null;
        };
    }

    private static TrustManager[] trust(List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
