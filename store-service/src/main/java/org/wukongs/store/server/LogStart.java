package org.wukongs.store.server;

import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.StorageDirectory;

/**
 * A log with which a server starts. For tests, as long as checkpoints have no position in a log: a
 * start reads all of it.
 *
 * @param logId that of all segments in the directory
 * @param start number of this start of the store, higher than those before
 */
record LogStart(StorageDirectory directory, LogOptions options, long logId, long start) {}
