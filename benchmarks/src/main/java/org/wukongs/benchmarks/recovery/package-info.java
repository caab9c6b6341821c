/**
 * {@code wukongs bench recovery}: what the log of a store costs, and how soon a store that was
 * killed serves again. In: LSBench files. Out: delays, CPU time and bytes of the log, executions,
 * times of starts. The command's thread runs phases one after the other; it feeds stores in this
 * process, which have threads of their own, and kills stores in processes of their own. Limits are
 * the options.
 */
package org.wukongs.benchmarks.recovery;
