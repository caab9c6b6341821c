package org.wukongs.kafka.rdf;

import java.util.function.Supplier;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.base.AbstractValueFactory;

/**
 * Value factory that names blank nodes so that a replay gives the same names and two records do not
 * share them by accident.
 *
 * <p>A blank node without a label gets the text's scope and a number. Labels stay as they are,
 * except if the format does not keep them (JSON-LD renumbers labels in each document): these get
 * the scope, too. Not thread-safe.
 */
final class ScopedValueFactory extends AbstractValueFactory {

    private final boolean scopeLabels;
    private Supplier<String> scope = () -> "";
    private int anonymousCount;

    ScopedValueFactory(boolean scopeLabels) {
        this.scopeLabels = scopeLabels;
    }

    void startText(Supplier<String> newScope) {
        scope = newScope;
        anonymousCount = 0;
    }

    @Override
    public BNode createBNode() {
        return super.createBNode("r-" + scope.get() + "-n" + anonymousCount++);
    }

    @Override
    public BNode createBNode(String nodeId) {
        return super.createBNode(scopeLabels ? "r-" + scope.get() + "-" + nodeId : nodeId);
    }
}
