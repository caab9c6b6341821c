package org.wukongs.csparql;

/**
 * A quad of an update's template or data. A place is a constant in N-Triples, a variable ({@code
 * ?x}) or a blank node ({@code _:x}), which is a new one for each solution.
 *
 * @param graph IRI of the graph, or a variable; null for the graph that the operation addresses
 */
public record QuadTemplate(String subject, String predicate, String object, String graph) {

    public static boolean isVariable(String place) {
        return place != null && place.charAt(0) == '?';
    }

    public static boolean isBlankNode(String place) {
        return place != null && place.charAt(0) == '_';
    }

    /** The name of a variable. */
    public static String name(String variable) {
        return variable.substring(1);
    }
}
