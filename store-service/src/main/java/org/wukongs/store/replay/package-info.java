/**
 * Replay of stream files into an embedded store, in event time. In: stream files and registered
 * queries. Out: every execution, in order of window end and query name. One thread drives
 * everything, so the same input gives the same output. Limits: those of the store.
 */
package org.wukongs.store.replay;
