package org.wukongs.table.mapping;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.NTriples;

/**
 * The short form of a mapping, as options of a table: one subject, its classes, and a property for
 * each other column.
 *
 * <p>A term is written as a template, {@code http://shop/customer/{id}}; as {@code {column}} for a
 * column that holds IRIs; or as {@code _:{id}} for a blank node.
 *
 * @param keys the options' names, for error messages
 * @param subject how a row gives the subject
 * @param classes IRIs
 * @param predicatePrefix before a column's name, its predicate; null for none, then only columns in
 *     {@code predicates} are mapped
 * @param predicates IRIs by column
 * @param objects terms by column, in place of the column's value as a literal
 */
@Internal
public record InlineMapping(
        Keys keys,
        String subject,
        List<String> classes,
        String predicatePrefix,
        Map<String, String> predicates,
        Map<String, String> objects) {

    private static final String BLANK_NODE = "_:";

    /** Names of the options. */
    public record Keys(
            String subject, String classes, String prefix, String predicate, String object) {}

    /**
     * The mapping for a table with these columns, without that of the event time. Throws a USER
     * error that names the option.
     */
    public Mapping of(List<String> columns) {
        Place place = Place.option(keys.subject(), subject);
        TermMap subjectMap = term(subject, place);
        List<TriplesMap.Property> properties = new ArrayList<>();
        for (String type : classes) {
            properties.add(
                    new TriplesMap.Property(
                            List.of(TriplesMap.RDF_TYPE),
                            List.of(
                                    TermMap.constant(
                                            iri(type, Place.option(keys.classes(), type)),
                                            place))));
        }
        for (String column : mapped(columns, names(subjectMap))) {
            properties.add(
                    new TriplesMap.Property(List.of(predicate(column)), List.of(object(column))));
        }
        return new Mapping(List.of(new TriplesMap(subjectMap, properties)), place);
    }

    private Set<String> mapped(List<String> columns, List<String> inSubject) {
        checkColumns(predicates.keySet(), keys.predicate(), columns);
        checkColumns(objects.keySet(), keys.object(), columns);
        Set<String> mapped = new LinkedHashSet<>();
        for (String column : columns) {
            boolean other = predicatePrefix != null && !inSubject.contains(column);
            if (other || predicates.containsKey(column)) {
                mapped.add(column);
            }
        }
        for (String column : objects.keySet()) {
            if (!mapped.contains(column)) {
                throw objectPlace(column)
                        .error("the column has no predicate: set " + predicateKey(column));
            }
        }
        return mapped;
    }

    private static void checkColumns(Set<String> named, String key, List<String> columns) {
        for (String column : named) {
            if (!columns.contains(column)) {
                throw new Place("option=" + key + "." + column)
                        .error("the table has no such column to map, only " + columns);
            }
        }
    }

    private String predicate(String column) {
        String own = predicates.get(column);
        if (own != null) {
            return iri(own, Place.option(predicateKey(column), own));
        }
        Place place = Place.option(keys.prefix(), predicatePrefix);
        if (predicatePrefix.isEmpty()
                || "#/:=".indexOf(predicatePrefix.charAt(predicatePrefix.length() - 1)) < 0) {
            throw place.error("a prefix of predicates must end with # or / or : or =");
        }
        StringBuilder predicate = new StringBuilder(predicatePrefix);
        ValueEncoding.IRI_SAFE.append(predicate, column);
        return iri(predicate.toString(), place);
    }

    private TermMap object(String column) {
        String own = objects.get(column);
        return own == null
                ? new TermMap(
                        new TermMap.ColumnValue(column),
                        TermKind.LITERAL,
                        null,
                        null,
                        new Place("option=" + keys.prefix() + " or " + predicateKey(column)))
                : term(own, objectPlace(column));
    }

    private static TermMap term(String text, Place place) {
        boolean blank = text.startsWith(BLANK_NODE);
        Template template =
                Template.parse(blank ? text.substring(BLANK_NODE.length()) : text, place);
        if (blank) {
            return new TermMap(template, TermKind.BLANK_NODE, null, null, place);
        }
        boolean whole = template.texts().equals(List.of("", ""));
        TermMap.Source source =
                whole ? new TermMap.ColumnValue(template.columns().get(0)) : template;
        return new TermMap(source, TermKind.IRI, null, null, place);
    }

    private static List<String> names(TermMap map) {
        return map.source() instanceof Template template
                ? template.columns()
                : List.of(((TermMap.ColumnValue) map.source()).column());
    }

    private static String iri(String text, Place place) {
        if (!NTriples.isAbsoluteIri(text)) {
            throw place.error("not an absolute IRI");
        }
        return NTriples.iri(text);
    }

    private Place objectPlace(String column) {
        return Place.option(keys.object() + "." + column, objects.get(column));
    }

    private String predicateKey(String column) {
        return keys.predicate() + "." + column;
    }
}
