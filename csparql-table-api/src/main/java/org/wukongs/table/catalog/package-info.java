/**
 * The catalog of Flink SQL over a store. In: DDL and CALL. Out: streams, queries and stored graphs
 * as tables; registrations and entries in the store. Called by the planner in the client, which
 * waits; each operation has a connection of its own. Limits: the store's number of catalog entries.
 */
package org.wukongs.table.catalog;
