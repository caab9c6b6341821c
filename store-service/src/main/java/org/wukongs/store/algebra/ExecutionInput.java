package org.wukongs.store.algebra;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.Workers;

/** The caller's input to an execution of a plan. */
public record ExecutionInput(
        QueryGraphs graphs,
        TermDictionary dictionary,
        ExecutionBudget budget,
        Workers workers,
        RdfEvaluation rdf) {}
