package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** The default graph's and the named graphs' triples, each once. */
record RdfData(List<Quad> quads) {

    /** Terms as N-Triples strings. */
    record Triple(String subject, String predicate, String object) {}

    /** {@code graph} is an IRI, null for the default graph. */
    record Quad(String graph, Triple triple) {

        @Override
        public String toString() {
            String place = graph == null ? "" : " <" + graph + ">";
            return triple.subject()
                    + " "
                    + triple.predicate()
                    + " "
                    + triple.object()
                    + place
                    + " .";
        }
    }

    RdfData {
        quads = List.copyOf(new LinkedHashSet<>(quads));
    }

    static RdfData random(Random random, Terms terms) {
        List<Quad> quads = new ArrayList<>();
        add(null, 6 + random.nextInt(24), terms, quads);
        for (String graph : Terms.GRAPHS) {
            add(graph, random.nextInt(9), terms, quads);
        }
        return new RdfData(quads);
    }

    private static void add(String graph, int count, Terms terms, List<Quad> into) {
        for (int i = 0; i < count; i++) {
            Triple triple = new Triple(terms.subject(), terms.predicate(), terms.object());
            into.add(new Quad(graph, triple));
        }
    }

    List<Triple> graph(String iri) {
        List<Triple> triples = new ArrayList<>();
        for (Quad quad : quads) {
            if (iri == null ? quad.graph() == null : iri.equals(quad.graph())) {
                triples.add(quad.triple());
            }
        }
        return triples;
    }

    boolean has(String graph) {
        return graph.equals(Terms.DEFAULT_GRAPH) || graphs().contains(graph);
    }

    /** Graphs with at least one triple. */
    List<String> graphs() {
        return Terms.GRAPHS.stream().filter(graph -> !graph(graph).isEmpty()).toList();
    }

    RdfData without(int from, int to) {
        List<Quad> fewer = new ArrayList<>(quads.subList(0, from));
        fewer.addAll(quads.subList(to, quads.size()));
        return new RdfData(fewer);
    }

    /** N-Quads. */
    @Override
    public String toString() {
        return quads.stream().map(quad -> quad + "\n").collect(Collectors.joining());
    }
}
