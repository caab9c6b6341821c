/**
 * What goes into the topics and what comes out of the result topic. In: stream files. Out: records,
 * arrivals. One thread writes, another one reads.
 */
package org.wukongs.benchmarks.e2e.feed;
