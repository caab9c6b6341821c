package org.wukongs.difftest;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;

/** The solutions of one group of GROUP BY. */
record SpecGroup(List<Map<String, Value>> solutions) {}
