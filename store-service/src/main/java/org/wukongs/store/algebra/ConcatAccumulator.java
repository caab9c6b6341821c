package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** GROUP_CONCAT: the empty string for an empty group. */
final class ConcatAccumulator implements Accumulator {

    private final StringBuilder[] texts;
    private final String separator;

    ConcatAccumulator(int groupCount, String separator) {
        this.texts = new StringBuilder[groupCount];
        this.separator = separator;
    }

    @Override
    public void add(int group, Computed value) {
        if (texts[group] == null) {
            texts[group] = new StringBuilder();
        } else {
            texts[group].append(separator);
        }
        texts[group].append(value.value().stringValue());
    }

    @Override
    public void result(int group, Computed into) {
        String text = texts[group] == null ? "" : texts[group].toString();
        into.setValue(SimpleValueFactory.getInstance().createLiteral(text));
    }
}
