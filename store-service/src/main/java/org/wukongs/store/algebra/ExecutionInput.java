package org.wukongs.store.algebra;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionBudget;

/** What an execution of a plan needs from its caller. */
public record ExecutionInput(
        QueryGraphs graphs,
        TermDictionary dictionary,
        ExecutionBudget budget,
        RdfEvaluation rdf) {}
