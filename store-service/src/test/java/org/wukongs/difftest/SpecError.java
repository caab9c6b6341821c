package org.wukongs.difftest;

/** An error of SPARQL's three-valued logic, as a value is asked for and there is none. */
final class SpecError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SpecError(String message) {
        super(message, null, false, false);
    }
}
