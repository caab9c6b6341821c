package org.wukongs.store.dictionary;

import java.util.Arrays;

/** An append-only array of terms; appends exclude each other, reads take no lock. */
final class TermTable {

    // A reader learns an index only from a map entry that was put after the slot and the array were
    // written.
    private volatile String[] terms = new String[4];
    private int size;

    synchronized int append(String term) {
        if (size == terms.length) {
            terms = Arrays.copyOf(terms, size * 2);
        }
        terms[size] = term;
        return size++;
    }

    synchronized int size() {
        return size;
    }

    String term(int index) {
        return terms[index];
    }
}
