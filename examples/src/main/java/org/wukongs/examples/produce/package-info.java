/**
 * The command {@code wukongs produce}, which replays files or the generator into Kafka. In:
 * options. Out: records, and progress on a terminal. The main thread replays; a shutdown hook asks
 * it to end.
 */
package org.wukongs.examples.produce;
