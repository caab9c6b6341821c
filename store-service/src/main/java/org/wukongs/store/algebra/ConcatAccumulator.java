package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * GROUP_CONCAT: the empty string for an empty group. What a text takes is counted before it grows:
 * the array, and the one that it is copied into.
 */
final class ConcatAccumulator implements Accumulator {

    private static final int COPIES = 2;

    private final ExecutionTerms terms;
    private final StringBuilder[] texts;
    private final String separator;

    ConcatAccumulator(ExecutionTerms terms, int groupCount, String separator) {
        this.terms = terms;
        this.texts = new StringBuilder[groupCount];
        this.separator = separator;
    }

    @Override
    public void add(int group, Computed value) {
        String part = value.value().stringValue();
        StringBuilder text = texts[group];
        if (text == null) {
            take(0, part.length());
            texts[group] = new StringBuilder(part);
            return;
        }
        take(text.length(), (long) separator.length() + part.length());
        text.append(separator).append(part);
    }

    private void take(int length, long more) {
        ValueBytes.checkText(length + more);
        terms.budget().takeValueBytes(COPIES * ValueBytes.text(more));
    }

    @Override
    public void result(int group, Computed into) {
        String text = texts[group] == null ? "" : texts[group].toString();
        texts[group] = null;
        into.setValue(SimpleValueFactory.getInstance().createLiteral(text));
        into.id(); // counts it as a term
        terms.budget().giveBackValueBytes(COPIES * ValueBytes.text(text.length()));
    }
}
