package org.wukongs.store.node;

import org.wukongs.client.UpdateResult;

/**
 * What a request of SPARQL Update has done.
 *
 * @param createsGraph whether some graph did not exist before
 */
public record GraphsChanged(UpdateResult result, boolean createsGraph) {}
