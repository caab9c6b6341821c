package org.wukongs.store.copy;

import java.net.URI;

/**
 * What is not in the URI of a place in an object store. Credentials come from where all programs
 * have them: environment, profile, the machine's or container's role.
 *
 * @param endpoint of a server that is not Amazon's, null to look it up as the credentials
 * @param region null to look it up in the same way
 */
public record S3Options(URI endpoint, String region) {

    public static final S3Options NONE = new S3Options(null, null);
}
