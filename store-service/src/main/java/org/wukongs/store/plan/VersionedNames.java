package org.wukongs.store.plan;

import java.util.function.LongSupplier;
import org.wukongs.csparql.Catalog;

/**
 * Names of streams and graphs. Any thread.
 *
 * @param version changes whenever a name may change its meaning
 */
public record VersionedNames(Catalog catalog, LongSupplier version) {}
