package org.wukongs.table.mapping;

import static org.wukongs.table.mapping.Vocabulary.CLASS;
import static org.wukongs.table.mapping.Vocabulary.COLUMN;
import static org.wukongs.table.mapping.Vocabulary.CONSTANT;
import static org.wukongs.table.mapping.Vocabulary.DATATYPE;
import static org.wukongs.table.mapping.Vocabulary.LANGUAGE;
import static org.wukongs.table.mapping.Vocabulary.PARENT_TRIPLES_MAP;
import static org.wukongs.table.mapping.Vocabulary.TEMPLATE;
import static org.wukongs.table.mapping.Vocabulary.TERM_TYPE;

import java.util.Set;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.wukongs.csparql.NTriples;
import org.wukongs.table.mapping.MappingGraph.Statement;

/** Reads term maps, written in full or by a shortcut for constants. */
final class TermMapReader {

    static final Set<String> SUBJECT_PROPERTIES =
            Set.of(CONSTANT, COLUMN, TEMPLATE, TERM_TYPE, CLASS);
    static final Set<String> PREDICATE_PROPERTIES = Set.of(CONSTANT);
    static final Set<String> OBJECT_PROPERTIES =
            Set.of(CONSTANT, COLUMN, TEMPLATE, TERM_TYPE, DATATYPE, LANGUAGE, PARENT_TRIPLES_MAP);

    private static final Set<String> SOURCES = Set.of(CONSTANT, COLUMN, TEMPLATE);

    TermMap subject(MappingNode node, Statement constant) {
        return TermMap.constant(resource(node, constant), node.graph().place(constant));
    }

    TermMap subject(MappingNode node) {
        Statement source = node.exactlyOne(SOURCES);
        if (isConstant(source)) {
            checkAlone(node);
            return subject(node, source);
        }
        Statement type = node.atMostOne(Set.of(TERM_TYPE));
        TermKind kind = type == null ? TermKind.IRI : kind(node, type);
        if (kind == TermKind.LITERAL) {
            throw node.graph().place(type).error("a subject must not be a literal");
        }
        return new TermMap(source(node, source), kind, null, null, node.graph().place(source));
    }

    String predicate(MappingNode node, Statement constant) {
        return NTriples.iri(node.iri(constant));
    }

    String predicate(MappingNode node) {
        return predicate(node, node.exactlyOne(Set.of(CONSTANT)));
    }

    TermMap object(MappingNode node, Statement constant) {
        return TermMap.constant(node.constant(constant), node.graph().place(constant));
    }

    TermMap object(MappingNode node) {
        Statement source = node.exactlyOne(SOURCES);
        if (isConstant(source)) {
            checkAlone(node);
            return object(node, source);
        }
        Statement datatype = node.atMostOne(Set.of(DATATYPE));
        Statement language = node.atMostOne(Set.of(LANGUAGE));
        Statement type = node.atMostOne(Set.of(TERM_TYPE));
        boolean literal = datatype != null || language != null || isColumn(source);
        TermKind kind = type != null ? kind(node, type) : literal ? TermKind.LITERAL : TermKind.IRI;
        if (kind != TermKind.LITERAL && (datatype != null || language != null)) {
            throw node.graph().place(type).error("only a literal has rr:datatype or rr:language");
        }
        if (datatype != null && language != null) {
            throw node.graph()
                    .place(language)
                    .error("a literal has rr:datatype or rr:language, not both");
        }
        return new TermMap(
                source(node, source),
                kind,
                datatype == null ? null : datatype(node, datatype),
                language == null ? null : language(node, language),
                node.graph().place(source));
    }

    private static String resource(MappingNode node, Statement constant) {
        String term = node.constant(constant);
        if (term.startsWith("\"")) {
            throw node.graph().place(constant).error("a subject must not be a literal");
        }
        return term;
    }

    private static void checkAlone(MappingNode node) {
        for (String name : new String[] {TERM_TYPE, DATATYPE, LANGUAGE}) {
            if (node.has(name)) {
                throw node.graph()
                        .place(node.all(name).get(0))
                        .error("rr:constant is a whole term, so there must be no rr:" + name);
            }
        }
    }

    private static TermMap.Source source(MappingNode node, Statement source) {
        String text = node.string(source);
        return isColumn(source)
                ? new TermMap.ColumnValue(text)
                : Template.parse(text, node.graph().place(source));
    }

    private static TermKind kind(MappingNode node, Statement statement) {
        String name = Vocabulary.name(statement.object());
        return switch (name == null ? "" : name) {
            case "IRI" -> TermKind.IRI;
            case "BlankNode" -> TermKind.BLANK_NODE;
            case "Literal" -> TermKind.LITERAL;
            default ->
                    throw node.graph()
                            .place(statement)
                            .error("must be rr:IRI, rr:BlankNode or rr:Literal");
        };
    }

    private static String datatype(MappingNode node, Statement statement) {
        String iri = node.iri(statement);
        if (iri.equals(RDF.LANGSTRING.stringValue())) {
            throw node.graph().place(statement).error("rr:language gives rdf:langString");
        }
        return iri;
    }

    private static String language(MappingNode node, Statement statement) {
        String tag = node.string(statement);
        if (!NTriples.isCanonical("\"\"@" + tag)) {
            throw node.graph().place(statement).error("not a language tag, such as en or de-CH");
        }
        return tag;
    }

    private static boolean isConstant(Statement source) {
        return CONSTANT.equals(Vocabulary.name(source.predicate()));
    }

    private static boolean isColumn(Statement source) {
        return COLUMN.equals(Vocabulary.name(source.predicate()));
    }
}
