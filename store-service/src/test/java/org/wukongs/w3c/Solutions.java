package org.wukongs.w3c;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;

/**
 * Rows by variable name, unbound variables left out.
 *
 * @param vars the header, in order
 */
record Solutions(List<String> vars, List<Map<String, Value>> rows) {}
