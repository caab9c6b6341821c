package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Where RDF4J departs from SPARQL 1.1, or the store on purpose; each as narrow as it is known. A
 * fault excuses RDF4J where the store and the specification agree, and the store only as far as the
 * part of RDF4J that has it is at work there.
 */
final class PeerFaults {

    /** Which part of RDF4J has a fault. */
    private enum Part {
        /** The store has RDF4J evaluate the functions and operators of expressions. */
        EXPRESSIONS,
        /** Nothing of this is in the store. */
        STORE
    }

    private record Fault(Part part, String reason, BiPredicate<Node, RdfData> concerns) {

        static Fault of(Part part, String reason, Predicate<Node> concerns) {
            return new Fault(part, reason, (query, data) -> concerns.test(query));
        }

        /** Of any node of the query. */
        static Fault at(Part part, String reason, Predicate<Node> concerns) {
            return of(part, reason, query -> any(query, concerns));
        }
    }

    private static final Set<String> COMPARISONS =
            Set.of("=", "!=", "<", ">", "<=", ">=", "IN", "NOT IN");

    private static final Set<String> DATE_PARTS = Set.of("YEAR", "MONTH", "DAY", "TIMEZONE", "TZ");

    /** Literals that Double.compare orders otherwise than SPARQL. */
    private static final Pattern UNUSUAL =
            Pattern.compile("\"(NaN|-0.0E0|INF)\"|\"0\"\\^\\^<[^>]*double>");

    /** Of literals that their datatype does not allow, and of numbers that are not finite. */
    private static final Pattern INVALID = Pattern.compile("\"(NaN|INF|x|1,5|maybe)\"\\^\\^");

    private static final List<Fault> ALL =
            List.of(
                    Fault.of(
                            Part.STORE,
                            "our extension: GRAPH with a constant finds graphs that no FROM NAMED lists",
                            PeerFaults::namesAnUnlistedGraph),
                    Fault.of(
                            Part.STORE,
                            "takes a triple of two default graphs for two",
                            query -> query.all(Kind.FROM).size() > 1),
                    Fault.at(
                            Part.STORE,
                            "compares strictly: no literal is just different from one of another kind",
                            PeerFaults::isComparison),
                    Fault.at(
                            Part.STORE,
                            "fails where an expression of constants is an error, those of VALUES included",
                            node -> isConstantCall(node) || hasValuesAndCall(node)),
                    Fault.at(
                            Part.STORE,
                            "takes VALUES () { () } for no solution",
                            node -> node.is(Kind.VALUES) && node.first(Kind.VAR) == null),
                    Fault.at(
                            Part.STORE,
                            "ignores GRAPH around a group without triple patterns",
                            node -> node.is(Kind.GRAPH) && node.kid(1).first(Kind.TRIPLE) == null),
                    new Fault(
                            Part.STORE,
                            "fails on literals that their datatype does not allow",
                            (query, data) ->
                                    (query.has(Kind.CALL) || query.has(Kind.AGGREGATE))
                                            && INVALID.matcher(query + data.toString()).find()),
                    Fault.of(
                            Part.STORE,
                            "joins VALUES behind the query before it groups, not after it (18.2.4.3)",
                            query -> query.first(Kind.VALUES) != null && isGrouped(query)),
                    Fault.at(
                            Part.STORE,
                            "applies a FILTER before the OPTIONAL or MINUS that is written behind it",
                            PeerFaults::filtersEarly),
                    Fault.at(
                            Part.STORE,
                            "compares strictly in IN, but not with =",
                            node -> node.value().equals("IN") || node.value().equals("NOT IN")),
                    Fault.at(
                            Part.STORE,
                            "gives nothing, not an error, for IF of an error",
                            node -> node.value().equals("IF")),
                    Fault.at(
                            Part.EXPRESSIONS,
                            "looks for a string with a language in one without",
                            node -> node.value().equals("CONTAINS")),
                    new Fault(
                            Part.EXPRESSIONS,
                            "takes years, months and days of an xsd:date, too, not of an xsd:dateTime only",
                            (query, data) ->
                                    any(query, PeerFaults::isDatePart)
                                            && (query + data.toString()).contains("#date>")),
                    Fault.at(
                            Part.STORE,
                            "takes what its datatype does not allow for numeric",
                            node -> node.value().equals("isNumeric")),
                    Fault.at(
                            Part.STORE,
                            "takes a term that has no truth value for true in FILTER, && and ||",
                            PeerFaults::isTruthOfATerm),
                    Fault.at(
                            Part.STORE,
                            "lets a sub-select see the variable of the GRAPH around it",
                            node ->
                                    node.is(Kind.GRAPH)
                                            && node.kid(0).is(Kind.VAR)
                                            && any(node.kid(1), part -> part.is(Kind.SELECT))),
                    Fault.of(
                            Part.STORE,
                            "evaluates a group with the bindings of what stands around it",
                            Correlation::shows),
                    Fault.of(
                            Part.STORE,
                            "drops the row of an aggregate over nothing where it sees that before",
                            query ->
                                    any(query, PeerFaults::aggregatesAll)
                                            && query.has(Kind.FILTER)),
                    Fault.at(
                            Part.STORE,
                            "gives aggregates over nothing the value that a constant argument has",
                            PeerFaults::aggregatesAConstant),
                    Fault.of(
                            Part.STORE,
                            "does not count a solution without variables in COUNT(*)",
                            query ->
                                    any(query, PeerFaults::countsSolutions)
                                            && any(query, PeerFaults::isTripleWithoutVariable)),
                    Fault.at(
                            Part.STORE,
                            "takes SUM and AVG of what is no literal for 0",
                            PeerFaults::isSum),
                    Fault.at(
                            Part.STORE,
                            "does not see outer bindings in VALUES within EXISTS",
                            node -> isExists(node) && node.has(Kind.VALUES)),
                    Fault.of(
                            Part.STORE,
                            "joins UNDEF of VALUES with nothing that is bound",
                            query -> query.has(Kind.UNDEF)),
                    Fault.at(
                            Part.STORE,
                            "holds VALUES of one branch of a UNION against what is around it",
                            node -> node.is(Kind.UNION) && node.has(Kind.VALUES)),
                    Fault.of(
                            Part.STORE,
                            "follows a closure within one default graph only",
                            query ->
                                    query.all(Kind.FROM).size() > 1
                                            && any(query, PeerFaults::isClosure)),
                    Fault.at(
                            Part.STORE,
                            "ours: nothing matches a GRAPH within GRAPH whose variable is in its patterns",
                            node -> node.is(Kind.GRAPH) && node.kid(1).has(Kind.GRAPH)),
                    Fault.at(
                            Part.STORE,
                            "follows a closure from graph to graph where GRAPH has a variable",
                            node ->
                                    node.is(Kind.GRAPH)
                                            && node.kid(0).is(Kind.VAR)
                                            && any(node.kid(1), PeerFaults::isClosure)),
                    Fault.at(
                            Part.STORE,
                            "loses bindings at a closure in or beside a closure",
                            PeerFaults::isClosureOfClosure),
                    Fault.at(
                            Part.STORE,
                            "ends a closure early at a vertex that is its predicate, too",
                            PeerFaults::isClosureAtItsPredicate),
                    Fault.at(
                            Part.STORE,
                            "lets an empty path stay at a term that is bound around it but not in the graph",
                            PeerFaults::mayBeEmpty),
                    new Fault(
                            Part.STORE,
                            "encodes each half of a surrogate pair as a question mark",
                            (query, data) ->
                                    any(query, PeerFaults::encodes)
                                            && (query + data.toString())
                                                    .chars()
                                                    .anyMatch(
                                                            c -> Character.isSurrogate((char) c))),
                    Fault.of(
                            Part.STORE,
                            "takes equal literals for one another in ORDER BY",
                            query -> query.has(Kind.ORDER_BY)),
                    new Fault(
                            Part.STORE,
                            "describes a blank node that it meets twice in one direction only",
                            (query, data) ->
                                    (query.is(Kind.DESCRIBE) || query.has(Kind.DESCRIBE))
                                            && data.toString().contains("_:")),
                    new Fault(
                            Part.STORE,
                            "takes NaN for equal to itself and above all, -0.0 for below 0.0, writes Infinity",
                            (query, data) -> UNUSUAL.matcher(query + data.toString()).find()));

    private PeerFaults() {}

    /** Why RDF4J may answer this query otherwise; empty where it should not. */
    static List<String> ofPeer(Node query, RdfData data) {
        return reasons(query, data, EnumSet.allOf(Part.class));
    }

    /** Why the store may. */
    static List<String> ofStore(Node query, RdfData data) {
        return reasons(query, data, EnumSet.of(Part.EXPRESSIONS));
    }

    private static List<String> reasons(Node query, RdfData data, Set<Part> parts) {
        List<String> reasons = new ArrayList<>();
        for (Fault fault : ALL) {
            if (parts.contains(fault.part()) && fault.concerns().test(query, data)) {
                reasons.add(fault.part() + ": " + fault.reason());
            }
        }
        return reasons;
    }

    private static boolean any(Node query, Predicate<Node> concerns) {
        boolean[] found = new boolean[1];
        query.walk(node -> found[0] |= concerns.test(node));
        return found[0];
    }

    private static boolean namesAnUnlistedGraph(Node query) {
        if (!query.has(Kind.FROM) && !query.has(Kind.FROM_NAMED)) {
            return false;
        }
        List<String> listed = query.all(Kind.FROM_NAMED).stream().map(Node::value).toList();
        return any(
                query,
                node -> {
                    if (!node.is(Kind.GRAPH) || !node.kid(0).is(Kind.TERM)) {
                        return false;
                    }
                    String name = node.kid(0).value();
                    return !listed.contains(name.substring(1, name.length() - 1));
                });
    }

    private static boolean isTruthOfATerm(Node node) {
        boolean truth = node.is(Kind.FILTER) || List.of("&&", "||").contains(node.value());
        return truth && node.kids().stream().anyMatch(kid -> kid.is(Kind.VAR) || kid.is(Kind.TERM));
    }

    private static boolean isGrouped(Node select) {
        Node projection = select.first(Kind.PROJECTION);
        return select.first(Kind.GROUP_BY) != null
                || select.first(Kind.HAVING) != null
                || (projection != null && projection.has(Kind.AGGREGATE));
    }

    /** An aggregate over one group of all solutions, which is there even if they are none. */
    private static boolean aggregatesAll(Node node) {
        return node.is(Kind.SELECT) && isGrouped(node) && node.first(Kind.GROUP_BY) == null;
    }

    private static boolean aggregatesAConstant(Node node) {
        return aggregatesAll(node)
                && any(
                        node,
                        part ->
                                part.is(Kind.AGGREGATE)
                                        && !part.kids().isEmpty()
                                        && (Scopes.mentioned(part).isEmpty()
                                                || node.has(Kind.VALUES)));
    }

    private static boolean countsSolutions(Node node) {
        return node.is(Kind.AGGREGATE) && node.kids().isEmpty();
    }

    private static boolean isTripleWithoutVariable(Node node) {
        return node.is(Kind.TRIPLE) && !node.has(Kind.VAR);
    }

    private static boolean isConstantCall(Node node) {
        return node.is(Kind.CALL) && Scopes.mentioned(node).isEmpty() && !node.has(Kind.AGGREGATE);
    }

    private static boolean isDatePart(Node node) {
        return DATE_PARTS.contains(node.value()) && node.is(Kind.CALL);
    }

    private static boolean encodes(Node node) {
        return node.value().equals("ENCODE_FOR_URI");
    }

    private static boolean isComparison(Node node) {
        return node.is(Kind.CALL) && COMPARISONS.contains(node.value());
    }

    private static boolean hasValuesAndCall(Node node) {
        return node.has(Kind.VALUES) && node.has(Kind.CALL);
    }

    private static boolean isExists(Node node) {
        return node.is(Kind.EXISTS) || node.is(Kind.NOT_EXISTS);
    }

    private static boolean isClosure(Node node) {
        return node.is(Kind.PATH_STAR) || node.is(Kind.PATH_PLUS) || node.is(Kind.PATH_OPTIONAL);
    }

    private static boolean mayBeEmpty(Node node) {
        return node.is(Kind.PATH_STAR) || node.is(Kind.PATH_OPTIONAL);
    }

    private static boolean isClosureOfClosure(Node node) {
        boolean within = isClosure(node) || node.is(Kind.PATH_ALTERNATIVE);
        return within && node.kids().stream().anyMatch(kid -> any(kid, PeerFaults::isClosure));
    }

    private static boolean isClosureAtItsPredicate(Node node) {
        return node.is(Kind.TRIPLE)
                && isClosure(node.kid(1))
                && any(node.kid(1), part -> part.equals(node.kid(0)) || part.equals(node.kid(2)));
    }

    private static boolean isSum(Node node) {
        return node.is(Kind.AGGREGATE) && node.value().matches("(SUM|AVG).*");
    }

    private static boolean filtersEarly(Node node) {
        if (!node.is(Kind.GROUP)) {
            return false;
        }
        int filter = node.kids().size();
        for (int i = 0; i < node.kids().size(); i++) {
            Kind kind = node.kid(i).kind();
            filter = kind == Kind.FILTER ? Math.min(filter, i) : filter;
            if ((kind == Kind.OPTIONAL || kind == Kind.MINUS) && i > filter) {
                return true;
            }
        }
        return false;
    }
}
