/**
 * One store measured in a process of its own. In: a {@link
 * org.wukongs.benchmarks.worker.WorkerTask} as a JSON file. Out: a {@link
 * org.wukongs.benchmarks.worker.WorkerResult} as a JSON file. One thread. Limits: the process's
 * heap and the time that the caller grants it. The Python program beside it does the same for
 * Oxigraph.
 */
package org.wukongs.benchmarks.worker;
