package org.wukongs.csparql;

import org.wukongs.csparql.CsparqlQuery.Emission;

/**
 * The clause that makes a query continuous.
 *
 * @param register the keyword
 * @param name registered name
 * @param stream true for REGISTER STREAM
 * @param every the duration of COMPUTED EVERY, null without it
 */
record Registration(Token register, String name, Emission emission, boolean stream, Every every) {

    /** COMPUTED EVERY, and where its duration stands. */
    record Every(Token token, long ms) {}
}
