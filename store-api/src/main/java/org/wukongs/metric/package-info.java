/**
 * What a metric is called and means. In: the enums in which the parts of the system list theirs.
 * Out: the names they register and {@code docs/metrics.md}. Constants, any thread.
 */
package org.wukongs.metric;
