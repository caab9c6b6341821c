/**
 * Connections to a store, shared by sink, source and lookup. In: the options that their builders
 * take. Out: connections to a store. Called by the thread that will use the connection; everything
 * here is serializable and immutable. Limits: the connect deadline.
 */
package org.wukongs.flink.common;
