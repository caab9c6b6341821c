package org.wukongs.difftest;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A query as SPARQL 1.1 text. */
final class QueryText {

    static final Set<String> INFIX =
            Set.of("=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "&&", "||");

    private QueryText() {}

    static String of(Node node) {
        return switch (node.kind()) {
            case SELECT -> ("SELECT " + node.value()).strip() + " " + join(node.kids(), " ");
            case ASK -> "ASK " + join(node.kids(), " ");
            case CONSTRUCT -> "CONSTRUCT " + join(node.kids(), " ");
            case DESCRIBE -> "DESCRIBE " + join(node.kids(), " ");
            case PROJECTION -> node.kids().isEmpty() ? "*" : join(node.kids(), " ");
            case FROM -> "FROM <" + node.value() + ">";
            case FROM_NAMED -> "FROM NAMED <" + node.value() + ">";
            case FROM_WINDOW -> node.value();
            case GROUP_BY -> "GROUP BY " + bracketed(node.kids());
            case HAVING -> "HAVING " + bracketed(node.kids());
            case ORDER_BY -> "ORDER BY " + join(node.kids(), " ");
            case ASC -> "ASC(" + node.kid(0) + ")";
            case DESC -> "DESC(" + node.kid(0) + ")";
            case LIMIT -> "LIMIT " + node.value();
            case OFFSET -> "OFFSET " + node.value();
            case AS -> "(" + node.kid(0) + " AS " + node.kid(1) + ")";
            case VAR -> "?" + node.value();
            case TERM -> node.value();
            case UNDEF -> "UNDEF";
            case CALL, EXISTS, NOT_EXISTS, AGGREGATE -> expression(node);
            case PATH_INVERSE,
                    PATH_SEQUENCE,
                    PATH_ALTERNATIVE,
                    PATH_STAR,
                    PATH_PLUS,
                    PATH_OPTIONAL,
                    PATH_NEGATED ->
                    path(node);
            default -> element(node);
        };
    }

    private static String element(Node node) {
        return switch (node.kind()) {
            case TEMPLATE -> "{ " + join(node.kids(), " ") + " }";
            case GROUP ->
                    "{ " + node.kids().stream().map(QueryText::inGroup).collect(spaced()) + " }";
            case TRIPLE -> join(node.kids(), " ") + " .";
            case FILTER -> "FILTER(" + node.kid(0) + ")";
            case OPTIONAL -> "OPTIONAL " + node.kid(0);
            case UNION -> join(node.kids(), " UNION ");
            case MINUS -> "MINUS " + node.kid(0);
            case BIND -> "BIND(" + node.kid(0) + " AS " + node.kid(1) + ")";
            case VALUES ->
                    "VALUES ("
                            + join(node.all(Kind.VAR), " ")
                            + ") { "
                            + join(node.all(Kind.ROW), " ")
                            + " }";
            case ROW -> "(" + join(node.kids(), " ") + ")";
            case GRAPH ->
                    (node.value().isEmpty() ? "GRAPH" : node.value())
                            + " "
                            + node.kid(0)
                            + " "
                            + node.kid(1);
            default -> throw new IllegalStateException("no text for " + node.kind());
        };
    }

    private static String inGroup(Node element) {
        return element.is(Kind.SELECT) ? "{ " + element + " }" : element.toString();
    }

    private static String expression(Node node) {
        List<Node> args = node.kids();
        if (node.is(Kind.EXISTS)) {
            return "EXISTS " + node.kid(0);
        }
        if (node.is(Kind.NOT_EXISTS)) {
            return "NOT EXISTS " + node.kid(0);
        }
        if (node.is(Kind.AGGREGATE)) {
            return aggregate(node);
        }
        if (INFIX.contains(node.value()) && args.size() == 2) {
            return "(" + args.get(0) + " " + node.value() + " " + args.get(1) + ")";
        }
        return switch (node.value()) {
            case "!", "-" -> "(" + node.value() + " " + args.get(0) + ")";
            case "IN", "NOT IN" ->
                    "("
                            + args.get(0)
                            + " "
                            + node.value()
                            + " ("
                            + join(args.subList(1, args.size()), ", ")
                            + "))";
            default -> node.value() + "(" + join(args, ", ") + ")";
        };
    }

    private static String aggregate(Node node) {
        String name = node.value().replace(" DISTINCT", "");
        String distinct = name.equals(node.value()) ? "" : "DISTINCT ";
        String argument = node.kids().isEmpty() ? "*" : node.kid(0).toString();
        String separator = name.equals("GROUP_CONCAT") ? "; SEPARATOR = \"|\"" : "";
        return name + "(" + distinct + argument + separator + ")";
    }

    private static String path(Node node) {
        return switch (node.kind()) {
            case PATH_INVERSE -> "^(" + node.kid(0) + ")";
            case PATH_SEQUENCE -> "(" + join(node.kids(), "/") + ")";
            case PATH_ALTERNATIVE -> "(" + join(node.kids(), "|") + ")";
            case PATH_STAR -> "(" + node.kid(0) + ")*";
            case PATH_PLUS -> "(" + node.kid(0) + ")+";
            case PATH_OPTIONAL -> "(" + node.kid(0) + ")?";
            default ->
                    "!("
                            + node.kids().stream()
                                    .map(k -> k.is(Kind.PATH_INVERSE) ? "^" + k.kid(0) : k.value())
                                    .collect(Collectors.joining("|"))
                            + ")";
        };
    }

    /** A variable, AS with its own brackets, or anything else in brackets. */
    private static String bracketed(List<Node> nodes) {
        return nodes.stream()
                .map(n -> n.is(Kind.VAR) || n.is(Kind.AS) ? n.toString() : "(" + n + ")")
                .collect(spaced());
    }

    private static String join(List<Node> nodes, String between) {
        return nodes.stream().map(Node::toString).collect(Collectors.joining(between));
    }

    private static java.util.stream.Collector<CharSequence, ?, String> spaced() {
        return Collectors.joining(" ");
    }
}
