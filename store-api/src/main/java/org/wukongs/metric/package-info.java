/**
 * Names and meanings of metrics. In: the enums in which the parts of the system list their metrics.
 * Out: the names they register and {@code docs/metrics.md}. Constants; any thread.
 */
package org.wukongs.metric;
