package org.wukongs.client;

import org.apache.flink.annotation.Experimental;

/**
 * What a SPARQL Update request has changed.
 *
 * @param addedCount triples that graphs have now and did not have before
 * @param removedCount triples that graphs had before and do not have now
 * @param snapshot number of the snapshot that shows the change
 */
@Experimental
public record UpdateResult(long addedCount, long removedCount, long snapshot) {}
