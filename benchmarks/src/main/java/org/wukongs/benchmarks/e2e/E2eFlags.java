package org.wukongs.benchmarks.e2e;

import java.util.List;

/** The JVM flags of the processes. */
record E2eFlags(List<String> flink, List<String> store, List<String> broker) {}
