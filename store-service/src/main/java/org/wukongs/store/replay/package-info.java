/**
 * Replay: an embedded store fed by files in event time. In: stream files and registered queries.
 * Out: every execution in order of window end and query name. One thread does everything, so the
 * same input gives the same output. Limits: the store's.
 */
package org.wukongs.store.replay;
