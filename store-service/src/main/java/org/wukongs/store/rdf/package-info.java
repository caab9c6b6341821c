/**
 * Single functions and expressions that RDF4J computes, and those of ours that are registered with
 * it: casts, string functions, regular expressions, timestamp(). In: values of arguments. Out: a
 * value, or an error of SPARQL. Used by the thread of an execution. Limits: the work of the
 * execution, by characters.
 */
package org.wukongs.store.rdf;
