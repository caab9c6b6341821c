package org.wukongs.store.value;

import org.wukongs.store.explore.BindingTable;

/** Rows that outlive their execution, as ids and their terms. Immutable. */
public record DetachedRows(BindingTable table, RowTerms terms) {}
