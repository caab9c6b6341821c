/**
 * {@code wukongs bench}: micro-benchmarks and comparisons with other stores. In: data files and
 * options. Out: a table on the terminal and a JSON file with all that is needed to run it again.
 * The main thread owns everything; engines under test run in processes of their own. Nothing in
 * production depends on it.
 */
package org.wukongs.benchmarks;
