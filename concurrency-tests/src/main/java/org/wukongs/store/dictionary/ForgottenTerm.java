package org.wukongs.store.dictionary;

/** A dictionary with a term that the end of its round reclaims, unless somebody marks it. */
final class ForgottenTerm implements AutoCloseable {

    static final String TEXT = "<http://x/forgotten>";

    final TermDictionary dictionary = new TermDictionary(10);
    final long vid = dictionary.vertexId(TEXT);

    ForgottenTerm() {
        TermReclamation rounds = dictionary.reclamation();
        rounds.beginRound();
        rounds.endRound();
        rounds.beginRound();
    }

    @Override
    public void close() {
        dictionary.close();
    }
}
