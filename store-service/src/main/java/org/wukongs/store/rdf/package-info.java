/**
 * Functions and expressions that RDF4J evaluates, including the store's own that are registered
 * with RDF4J: casts, string functions, regular expressions, timestamp(). In: values of arguments.
 * Out: a value, or a SPARQL error. Used by the thread of an execution. Limits: the work of the
 * execution, by characters.
 */
package org.wukongs.store.rdf;
