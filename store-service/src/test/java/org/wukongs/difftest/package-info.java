/**
 * The differential tests of one-shot and continuous SPARQL. In: a seed. Out: nothing, or a
 * difference made small. Random data and random queries over every operator are answered by the
 * store through its public doors, by RDF4J's own store, and by {@link
 * org.wukongs.difftest.SpecEvaluator}, which follows the text of SPARQL 1.1 section 18 and shares
 * no code with either. A continuous query is judged at each of its window ends, as a one-shot query
 * over a dataset in which its windows are graphs. One thread a group of queries.
 */
package org.wukongs.difftest;
