/**
 * The place of Flink SQL over the store: table factory, catalog and the functions CSPARQL and
 * SPARQL. Empty so far; jobs use the DataStream connector.
 */
package org.wukongs.table;
