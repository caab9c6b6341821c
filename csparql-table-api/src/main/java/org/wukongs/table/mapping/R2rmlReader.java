package org.wukongs.table.mapping;

import static org.wukongs.table.mapping.Vocabulary.CLASS;
import static org.wukongs.table.mapping.Vocabulary.LOGICAL_SOURCE;
import static org.wukongs.table.mapping.Vocabulary.LOGICAL_TABLE;
import static org.wukongs.table.mapping.Vocabulary.OBJECT;
import static org.wukongs.table.mapping.Vocabulary.OBJECT_MAP;
import static org.wukongs.table.mapping.Vocabulary.PARENT_TRIPLES_MAP;
import static org.wukongs.table.mapping.Vocabulary.PREDICATE;
import static org.wukongs.table.mapping.Vocabulary.PREDICATE_MAP;
import static org.wukongs.table.mapping.Vocabulary.PREDICATE_OBJECT_MAP;
import static org.wukongs.table.mapping.Vocabulary.SUBJECT;
import static org.wukongs.table.mapping.Vocabulary.SUBJECT_MAP;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.wukongs.csparql.NTriples;
import org.wukongs.table.mapping.MappingGraph.Statement;

/**
 * Reads triples maps from a mapping's graph. What is not supported is a USER error that names it
 * and its line; so are nodes that no triples map leads to.
 */
final class R2rmlReader {

    private static final Set<String> TRIPLES_MAP =
            Set.of(LOGICAL_TABLE, LOGICAL_SOURCE, SUBJECT, SUBJECT_MAP, PREDICATE_OBJECT_MAP);
    private static final Set<String> SUBJECTS = Set.of(SUBJECT, SUBJECT_MAP);
    private static final Set<String> PREDICATES = Set.of(PREDICATE, PREDICATE_MAP);
    private static final Set<String> OBJECTS = Set.of(OBJECT, OBJECT_MAP);
    private static final Set<String> PREDICATE_OBJECTS =
            Set.of(PREDICATE, PREDICATE_MAP, OBJECT, OBJECT_MAP);

    private final MappingGraph graph;
    private final Set<Resource> read = new HashSet<>();
    private final LogicalTable table = new LogicalTable();
    private final TermMapReader terms = new TermMapReader();

    R2rmlReader(MappingGraph graph) {
        this.graph = graph;
    }

    Mapping mapping() {
        Map<Resource, TermMap> subjects = new LinkedHashMap<>();
        for (MappingNode node : graph.nodes()) {
            if (isTriplesMap(node)) {
                subjects.put(node.resource(), subject(node));
            }
        }
        if (subjects.isEmpty()) {
            throw graph.place().error("there is no triples map (rr:TriplesMap)");
        }
        List<TriplesMap> maps = new ArrayList<>();
        subjects.forEach(
                (resource, subject) ->
                        maps.add(triplesMap(graph.node(resource), subject, subjects)));
        checkAllRead();
        return new Mapping(maps, graph.place());
    }

    private static boolean isTriplesMap(MappingNode node) {
        return TRIPLES_MAP.stream().anyMatch(node::has)
                || node.statements().stream()
                        .anyMatch(
                                statement ->
                                        statement.predicate().equals(RDF.TYPE)
                                                && Vocabulary.TRIPLES_MAP.equals(
                                                        Vocabulary.name(statement.object())));
    }

    private void checkAllRead() {
        for (MappingNode node : graph.nodes()) {
            boolean stray =
                    !read.contains(node.resource())
                            && node.statements().stream()
                                    .anyMatch(s -> Vocabulary.name(s.predicate()) != null);
            if (stray) {
                throw node.place().error("no triples map leads to this node");
            }
        }
    }

    private TermMap subject(MappingNode node) {
        read(node, TRIPLES_MAP);
        readLogicalTable(node);
        Statement subject = node.exactlyOne(SUBJECTS);
        return is(subject, SUBJECT)
                ? terms.subject(node, subject)
                : terms.subject(read(node.node(subject), TermMapReader.SUBJECT_PROPERTIES));
    }

    private void readLogicalTable(MappingNode node) {
        Statement statement = node.atMostOne(Set.of(LOGICAL_TABLE, LOGICAL_SOURCE));
        if (statement != null) {
            table.check(read(node.node(statement), LogicalTable.PROPERTIES));
        }
    }

    private TriplesMap triplesMap(
            MappingNode node, TermMap subject, Map<Resource, TermMap> subjects) {
        List<TriplesMap.Property> properties = new ArrayList<>();
        Statement statement = node.exactlyOne(SUBJECTS);
        if (is(statement, SUBJECT_MAP)) {
            MappingNode subjectMap = node.node(statement);
            for (Statement type : subjectMap.all(CLASS)) {
                TermMap object =
                        TermMap.constant(NTriples.iri(subjectMap.iri(type)), graph.place(type));
                properties.add(
                        new TriplesMap.Property(List.of(TriplesMap.RDF_TYPE), List.of(object)));
            }
        }
        for (Statement map : node.all(PREDICATE_OBJECT_MAP)) {
            properties.add(property(read(node.node(map), PREDICATE_OBJECTS), subjects));
        }
        return new TriplesMap(subject, properties);
    }

    private TriplesMap.Property property(MappingNode node, Map<Resource, TermMap> subjects) {
        List<String> predicates = new ArrayList<>();
        List<TermMap> objects = new ArrayList<>();
        for (Statement statement : node.statements()) {
            String name = Vocabulary.name(statement.predicate());
            if (name == null) {
                continue;
            }
            switch (name) {
                case PREDICATE -> predicates.add(terms.predicate(node, statement));
                case PREDICATE_MAP ->
                        predicates.add(
                                terms.predicate(
                                        read(
                                                node.node(statement),
                                                TermMapReader.PREDICATE_PROPERTIES)));
                case OBJECT -> objects.add(terms.object(node, statement));
                default -> objects.add(objectMap(node, statement, subjects));
            }
        }
        if (predicates.isEmpty()) {
            throw node.place().error("one of " + Vocabulary.list(PREDICATES) + " is missing");
        }
        if (objects.isEmpty()) {
            throw node.place().error("one of " + Vocabulary.list(OBJECTS) + " is missing");
        }
        return new TriplesMap.Property(predicates, objects);
    }

    private TermMap objectMap(
            MappingNode node, Statement statement, Map<Resource, TermMap> subjects) {
        MappingNode map = node.node(statement);
        if (!map.has(PARENT_TRIPLES_MAP)) {
            return terms.object(read(map, TermMapReader.OBJECT_PROPERTIES));
        }
        read(map, Set.of(PARENT_TRIPLES_MAP));
        Statement parent = map.exactlyOne(Set.of(PARENT_TRIPLES_MAP));
        TermMap subject = subjects.get(map.node(parent).resource());
        if (subject == null) {
            throw graph.place(parent).error("there is no triples map " + map.node(parent).shown());
        }
        return subject;
    }

    private MappingNode read(MappingNode node, Set<String> properties) {
        read.add(node.resource());
        node.checkProperties(properties);
        return node;
    }

    private static boolean is(Statement statement, String name) {
        return name.equals(Vocabulary.name(statement.predicate()));
    }
}
