package org.wukongs.store.dictionary;

/**
 * The one order in which the nodes of a cluster number predicates. Any thread, without locks of a
 * dictionary.
 */
public interface PredicateOrder {

    /**
     * Numbers a predicate, unless it has a number. When this returns, this node's dictionary has
     * learned it by {@link TermDictionary#learnPredicate}.
     *
     * @param vid the vid of an IRI
     */
    void add(long vid);
}
