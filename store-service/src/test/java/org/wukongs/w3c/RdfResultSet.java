package org.wukongs.w3c;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;

/** Rows that are written in RDF, with the vocabulary of the SPARQL 1.0 tests. */
final class RdfResultSet {

    private static final IRI VARIABLE = iri("resultVariable");
    private static final IRI SOLUTION = iri("solution");
    private static final IRI BINDING = iri("binding");
    private static final IRI BOUND_VARIABLE = iri("variable");
    private static final IRI VALUE = iri("value");
    private static final IRI INDEX = iri("index");

    private RdfResultSet() {}

    /** In the order of their numbers, where they have some. */
    static Solutions solutions(Model model) {
        List<String> vars =
                model.filter(null, VARIABLE, null).objects().stream()
                        .map(Value::stringValue)
                        .toList();
        List<Resource> solutions = new ArrayList<>();
        model.filter(null, SOLUTION, null).objects().forEach(s -> solutions.add((Resource) s));
        solutions.sort(Comparator.comparingInt(solution -> index(model, solution)));
        return new Solutions(vars, solutions.stream().map(s -> row(model, s)).toList());
    }

    /** True where the rows are numbered; without, they have no order. */
    static boolean isNumbered(Model model) {
        return model.contains(null, INDEX, null);
    }

    private static int index(Model model, Resource solution) {
        return Models.getPropertyLiteral(model, solution, INDEX).map(i -> i.intValue()).orElse(0);
    }

    private static Map<String, Value> row(Model model, Resource solution) {
        Map<String, Value> row = new LinkedHashMap<>();
        for (Resource binding : Models.getPropertyResources(model, solution, BINDING)) {
            row.put(
                    Models.getPropertyString(model, binding, BOUND_VARIABLE).orElseThrow(),
                    Models.getProperty(model, binding, VALUE).orElseThrow());
        }
        return row;
    }

    private static IRI iri(String name) {
        return SimpleValueFactory.getInstance()
                .createIRI("http://www.w3.org/2001/sw/DataAccess/tests/result-set#", name);
    }
}
