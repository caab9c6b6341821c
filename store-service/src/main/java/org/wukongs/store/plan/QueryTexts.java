package org.wukongs.store.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.text.AlikeText;
import org.wukongs.store.text.ParsedText;

/** Takes compiled queries apart for {@link org.wukongs.store.text.KnownTexts}. */
public final class QueryTexts {

    private QueryTexts() {}

    /** Compiles a query that shares plans with no other, and takes it apart. */
    public static ParsedText<CompiledQuery> parsed(CsparqlQuery query) {
        return parsed(query, QueryCompiler::compile);
    }

    /** Compiles a query by {@code compiler} and takes it apart. */
    public static ParsedText<CompiledQuery> parsed(
            CsparqlQuery query, Function<CsparqlQuery, CompiledQuery> compiler) {
        Object rest = rest(query);
        OperatorPlan plan = compiler.apply(query).plan();
        return new ParsedText<>(
                new CompiledQuery(query.withoutAlgebra(), plan),
                query.name(),
                plan.constants(),
                Set.copyOf(plan.openConstants()),
                List.of(rest, plan.single() != null));
    }

    /** Returns all of a query except its name, its text and the constants of its patterns. */
    private static Object rest(CsparqlQuery query) {
        return Arrays.asList(
                query.emission(),
                query.stream(),
                query.stepMs(),
                query.windows(),
                query.graphs(),
                query.graphAliases(),
                query.form(),
                query.vars(),
                AlgebraText.of(query.algebra().getTupleExpr()));
    }

    /** Compiles a query that is like another one; the result has neither algebra nor text. */
    public static CompiledQuery compiled(AlikeText<CompiledQuery> alike) {
        CompiledQuery known = alike.value();
        return new CompiledQuery(
                known.query().withNameAndText(alike.name(), null),
                known.plan().withConstants(alike.constants()));
    }
}
