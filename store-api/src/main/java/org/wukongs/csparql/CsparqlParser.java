package org.wukongs.csparql;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.query.parser.ParsedBooleanQuery;
import org.eclipse.rdf4j.query.parser.ParsedGraphQuery;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;
import org.wukongs.csparql.Registration.Every;

/**
 * Parses a C-SPARQL text into a {@link CsparqlQuery}.
 *
 * <p>A small parser reads registration and dataset clauses from the lexer's tokens; the rest is
 * SPARQL 1.1 and goes to RDF4J's parser. Every failure is a {@link CsparqlSyntaxException} with its
 * place in the text as written.
 */
public final class CsparqlParser {

    /**
     * Hundreds of times the longest query that people write; the parser's work and memory are
     * linear in it.
     */
    public static final int TEXT_CHARS_MAX = 1 << 20;

    private static final List<String> GRAPH_VARS = List.of("subject", "predicate", "object");

    private final SourceText source;
    private final NameResolver names;
    private final List<Token> tokens;
    private final Edits edits;
    private final Prologue prologue;

    private CsparqlParser(SourceText source, List<Token> tokens, Optional<Catalog> catalog) {
        this.source = source;
        this.tokens = tokens;
        names = new NameResolver(source, catalog);
        ClauseCounts.check(source, tokens);
        edits = new Edits(tokens.size());
        prologue = new Prologue(source, edits);
    }

    private static CsparqlParser of(String text, Optional<Catalog> catalog) {
        SourceText source = SourceText.of(text);
        return new CsparqlParser(source, new CsparqlLexer(source).tokens(), catalog);
    }

    /**
     * Parses a query that consists of some tokens of a text, and of {@code made} ones, which are
     * not in the text. Every name counts as registered.
     */
    static CsparqlQuery parse(SourceText source, List<Token> tokens, List<Token> made) {
        CsparqlParser parser = new CsparqlParser(source, tokens, Optional.empty());
        made.forEach(token -> parser.edits.replace(token, token.text()));
        return parser.parse();
    }

    /** Parses a text whose names are looked up in the catalog. */
    public static CsparqlQuery parse(String text, Catalog catalog) {
        return parse(text, Optional.of(catalog));
    }

    /**
     * Parses a text without a store, for tools: every name counts as registered, and no step is
     * checked.
     */
    public static CsparqlQuery parse(String text) {
        return parse(text, Optional.empty());
    }

    private static CsparqlQuery parse(String text, Optional<Catalog> catalog) {
        if (text.length() > TEXT_CHARS_MAX) {
            throw new CsparqlSyntaxException(
                    "text too long: chars="
                            + text.length()
                            + ", expected at most "
                            + TEXT_CHARS_MAX,
                    1,
                    1);
        }
        return of(text, catalog).parse();
    }

    /**
     * Error in a function that a parsed query calls by its IRI, placed at its first call; {@code
     * what} is wrong with it.
     */
    public static CsparqlSyntaxException functionError(
            CsparqlQuery query, String functionIri, String what) {
        return of(query.text(), Optional.empty()).functionError(functionIri, what);
    }

    private CsparqlSyntaxException functionError(String iri, String what) {
        Header header = header();
        for (Token token : tokens.subList(header.form().index(), tokens.size() - 1)) {
            NameRef name =
                    tokens.get(token.index() + 1).is("(") ? NameRef.of(token, prologue) : null;
            if (name != null && name.iri().equals(iri)) {
                return source.error(token, what);
            }
        }
        return source.error(header.form(), what);
    }

    private Header header() {
        return new HeaderParser(source, new TokenCursor(source, tokens), prologue, edits).parse();
    }

    private CsparqlQuery parse() {
        NewerSyntax.check(source, tokens);
        Header header = header();
        Dataset dataset = new DatasetResolver(source, names).resolve(header);
        GraphNames graphs = new GraphNames(source, names, header.continuous(), dataset);
        new BodyRewriter(source, tokens, prologue, edits, graphs).run(header.form());
        new ParserGaps(tokens, edits).bridge();
        RepeatedVariables.check(source, tokens);
        new AggregatePlaces(source, tokens, prologue).check(header.form());
        SparqlText sparql = SparqlText.of(source, GroupOrder.of(tokens, edits), edits);
        ParsedQuery algebra = parseSparql(sparql, header.form());
        Registration registration = header.registration();
        if (registration != null && dataset.windows().isEmpty()) {
            throw source.error(
                    registration.register(),
                    "'REGISTER' of a query without a stream, expected FROM STREAM … [RANGE …"
                            + " STEP …]");
        }
        return query(registration, dataset, graphs.aliases(), sparql.text(), algebra);
    }

    private ParsedQuery parseSparql(SparqlText sparql, Token form) {
        try {
            return new SPARQLParser().parseQuery(sparql.text(), null);
        } catch (StackOverflowError e) {
            throw source.error(
                    form,
                    "query too complex at " + form.shown() + ", expected fewer operators in a row");
        } catch (RuntimeException e) {
            throw new SparqlErrors(source, tokens, sparql, form).translate(e);
        }
    }

    private CsparqlQuery query(
            Registration registration,
            Dataset dataset,
            Map<String, String> aliases,
            String sparql,
            ParsedQuery algebra) {
        boolean continuous = registration != null;
        ResultForm form = form(algebra);
        return new CsparqlQuery(
                continuous ? registration.name() : null,
                continuous ? registration.emission() : null,
                continuous && registration.stream(),
                continuous ? stepMs(registration.every(), dataset) : 0,
                dataset.windows(),
                dataset.graphs(),
                Collections.unmodifiableMap(new LinkedHashMap<>(aliases)),
                form,
                vars(form, algebra),
                sparql,
                algebra,
                source.text());
    }

    private static long stepMs(Every every, Dataset dataset) {
        return every == null ? dataset.smallestStepMs() : every.ms();
    }

    private static ResultForm form(ParsedQuery algebra) {
        if (algebra instanceof ParsedBooleanQuery) {
            return ResultForm.ASK;
        }
        return algebra instanceof ParsedGraphQuery ? ResultForm.GRAPH : ResultForm.SELECT;
    }

    private static List<String> vars(ResultForm form, ParsedQuery algebra) {
        return switch (form) {
            case SELECT -> List.copyOf(algebra.getTupleExpr().getBindingNames());
            case GRAPH -> GRAPH_VARS;
            case ASK -> List.of();
        };
    }
}
