package org.wukongs.store.dictionary;

import java.util.Locale;

/** Language tags are compared without regard to case (RDF 1.1 Concepts, section 3.3). */
final class LanguageTags {

    private LanguageTags() {}

    /** The N-Triples string with its language tag in lower case; the very string where it is so. */
    static String canonical(String term) {
        char last = term.isEmpty() ? '>' : term.charAt(term.length() - 1);
        if (last == '>' || last == '"' || term.charAt(0) != '"') {
            return term;
        }
        int tag = term.lastIndexOf('@') + 1;
        for (int i = tag; i < term.length(); i++) {
            if (term.charAt(i) >= 'A' && term.charAt(i) <= 'Z') {
                return term.substring(0, tag) + term.substring(tag).toLowerCase(Locale.ROOT);
            }
        }
        return term;
    }
}
