/**
 * The processes of the end-to-end benchmark and what they take. In: command lines. Out: addresses,
 * answers, CPU time, memory. Owned by the command's thread; none outlives it.
 */
package org.wukongs.benchmarks.e2e.part;
