/**
 * {@code wukongs produce}: replays files or the generator into Kafka. In: options. Out: records,
 * and on a terminal how far they are. The main thread replays; a shutdown hook asks it to end in
 * order.
 */
package org.wukongs.examples.produce;
