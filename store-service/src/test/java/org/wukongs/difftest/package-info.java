/**
 * The differential test of one-shot SPARQL. In: a seed. Out: nothing, or a difference made small.
 * Random data and random queries over every operator are answered by the store through its public
 * doors, by RDF4J's own store, and by {@link org.wukongs.difftest.SpecEvaluator}, which follows the
 * text of SPARQL 1.1 section 18 and shares no code with either. One thread.
 */
package org.wukongs.difftest;
