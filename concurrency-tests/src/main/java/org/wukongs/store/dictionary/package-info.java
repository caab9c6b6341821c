/**
 * Tests of the reclamation of terms under jcstress, in the package of what they test: each class is
 * one race, with the outcomes that the protocol allows. In: nothing. Out: a report. Run by {@code
 * org.openjdk.jcstress.Main}.
 */
package org.wukongs.store.dictionary;
