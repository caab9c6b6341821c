package org.wukongs.store.http;

import org.wukongs.client.StoreStatus;

/** The nodes of a cluster as {@code GET /cluster} tells them, for commands that print the same. */
public final class ClusterJson {

    private ClusterJson() {}

    /** Returns a document of JSON without a final line break. */
    public static String of(StoreStatus status) {
        return StatusJson.cluster(status).toPrettyString();
    }
}
