package org.wukongs.csparql;

import org.wukongs.csparql.CsparqlQuery.Emission;

/**
 * The REGISTER clause, which makes a query continuous.
 *
 * @param register the keyword
 * @param name registered name
 * @param stream true for REGISTER STREAM
 * @param every the duration of COMPUTED EVERY, null without it
 */
record Registration(Token register, String name, Emission emission, boolean stream, Every every) {

    /** The duration of COMPUTED EVERY and its token. */
    record Every(Token token, long ms) {}
}
