package org.wukongs.store.copy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the objects at a place:
 *
 * <pre>
 * claims/000000000007-0123456789abcdef                       a claim, without content
 * manifests/000000000007-0123456789abcdef-000000000012       manifest 12 of that claim
 * data/000000000007-0123456789abcdef/log-…/log-…01/0         the first part of a file
 * </pre>
 *
 * <p>A file has as many parts as it needs, of {@link #PART_BYTES} each; an empty one has none. So
 * an attempt that fails is repeated for a part only. In each folder, the order of names is that of
 * claims, and of a claim's manifests.
 */
final class ObjectNames {

    static final String CLAIMS = "claims/";
    static final String MANIFESTS = "manifests/";
    static final String DATA = "data/";

    /** As a segment of the log; some seconds of a network, and far below any store's limit. */
    static final int PART_BYTES = 64 << 20;

    private static final String CLAIM = "(\\d{12}-[0-9a-f]{16})";
    private static final Pattern CLAIM_NAME = Pattern.compile(CLAIMS + CLAIM);
    private static final Pattern MANIFEST_NAME = Pattern.compile(MANIFESTS + CLAIM + "-(\\d{12})");
    private static final Pattern DATA_NAME = Pattern.compile(DATA + CLAIM + "/.+");

    private ObjectNames() {}

    static String claim(Claim claim) {
        return CLAIMS + claim;
    }

    static String manifest(Claim claim, long number) {
        return MANIFESTS + claim + String.format("-%012d", number);
    }

    static String part(Claim claim, String path, int part) {
        return DATA + claim + "/" + path + "/" + part;
    }

    static int partCount(long bytes) {
        return Math.toIntExact((bytes + PART_BYTES - 1) / PART_BYTES);
    }

    static long partBytes(long bytes, int part) {
        return Math.min(PART_BYTES, bytes - (long) part * PART_BYTES);
    }

    /** Returns the claim whose object it is, null if the name is none of these. */
    static Claim claimOf(String name) {
        for (Pattern pattern : new Pattern[] {CLAIM_NAME, MANIFEST_NAME, DATA_NAME}) {
            Matcher matcher = pattern.matcher(name);
            if (matcher.matches()) {
                return Claim.parse(matcher.group(1));
            }
        }
        return null;
    }

    /** Returns whether it is the name of a manifest. */
    static boolean isManifest(String name) {
        return MANIFEST_NAME.matcher(name).matches();
    }
}
