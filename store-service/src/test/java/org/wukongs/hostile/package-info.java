/**
 * Queries that mean harm, against a store process with a small heap: each ends within its time with
 * a result or a typed error, the store answers others meanwhile, and right ones afterwards.
 */
package org.wukongs.hostile;
