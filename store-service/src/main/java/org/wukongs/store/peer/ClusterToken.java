package org.wukongs.store.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.security.SecretFiles;

/**
 * A secret that all nodes of a cluster know. A node proves that it knows it without sending it: by
 * a message authentication code (HMAC-SHA-256, RFC 2104). It is never part of a message or a log.
 */
public final class ClusterToken {

    /** Fewer can be guessed. */
    public static final int BYTES_MIN = 16;

    /** A line of text. */
    public static final int BYTES_MAX = 1 << 12;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private ClusterToken(byte[] secret) {
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Returns the token of a text without spaces at its ends; USER error if it is too short. */
    public static ClusterToken of(String text) {
        byte[] secret = text.strip().getBytes(StandardCharsets.UTF_8);
        if (secret.length < BYTES_MIN || secret.length > BYTES_MAX) {
            throw WukongsException.user(
                    "the token of a cluster has a wrong length: bytes="
                            + secret.length
                            + " bytesMin="
                            + BYTES_MIN
                            + " bytesMax="
                            + BYTES_MAX);
        }
        return new ClusterToken(secret);
    }

    /** Reads the token of a file; USER error if that cannot be read, or is open to others. */
    public static ClusterToken read(Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes > BYTES_MAX) {
                throw WukongsException.user(
                        "the token file is too long: file="
                                + file
                                + " bytes="
                                + bytes
                                + " bytesMax="
                                + BYTES_MAX);
            }
            SecretFiles.check(file);
            return of(Files.readString(file));
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "the token file cannot be read: file=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }

    /** Returns the proof of who says {@code statement}. */
    byte[] proof(byte[] statement) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(statement);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    /** Returns whether a proof is right, in a time that does not depend on how wrong it is. */
    boolean proves(byte[] proof, byte[] statement) {
        return proof != null && MessageDigest.isEqual(proof(statement), proof);
    }

    @Override
    public String toString() {
        return "a token";
    }
}
