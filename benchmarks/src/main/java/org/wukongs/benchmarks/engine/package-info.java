/**
 * Stores under test behind one interface, each measured in a process of its own. In: a {@link
 * org.wukongs.benchmarks.engine.WorkerTask} as a JSON file. Out: a {@link
 * org.wukongs.benchmarks.engine.WorkerResult} as a JSON file. One thread a store; one store a
 * process. Limits: the process's heap and the time that the caller grants it. The Python program
 * beside it does the same for Oxigraph.
 */
package org.wukongs.benchmarks.engine;
