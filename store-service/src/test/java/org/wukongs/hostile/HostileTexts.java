package org.wukongs.hostile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts of hostile queries by name, over the data of {@link HostileStore}. */
final class HostileTexts {

    private static final String PREFIXES =
            "PREFIX x: <http://x/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

    /** 16 · 4^n characters. */
    private static final int LARGE_STEPS = 8;

    private static final int HUGE_STEPS = 14;

    private final Map<String, String> texts = new LinkedHashMap<>();

    private HostileTexts() {}

    static Map<String, String> all() {
        HostileTexts hostile = new HostileTexts();
        hostile.addStrings();
        hostile.addStringsOfManyRows();
        hostile.addNumbers();
        hostile.addExpressions();
        hostile.addProducts();
        hostile.addPaths();
        hostile.addLongTexts();
        hostile.addWholeQueriesOfRdf4j();
        return hostile.texts;
    }

    private void add(String name, String text) {
        texts.put(name, PREFIXES + text);
    }

    /** Binds ?s of 16 · 4^steps characters. */
    private static String doubled(int steps) {
        StringBuilder text = new StringBuilder("BIND('aaaaaaaaaaaaaaaa' AS ?s0) ");
        for (int i = 1; i <= steps; i++) {
            String from = "?s" + (i - 1);
            text.append("BIND(CONCAT(" + from + "," + from + "," + from + "," + from + ")")
                    .append(" AS ?s" + i + ") ");
        }
        return text.append("BIND(?s" + steps + " AS ?s) ").toString();
    }

    private void addStrings() {
        add("concat", "SELECT (STRLEN(?s) AS ?n) { " + doubled(HUGE_STEPS) + "}");
        add(
                "concat at once",
                "SELECT (STRLEN(CONCAT("
                        + "?s,".repeat(500)
                        + "?s)) AS ?n) { "
                        + doubled(LARGE_STEPS)
                        + "}");
        String replacement = "b".repeat(100_000);
        add(
                "replace",
                "SELECT (STRLEN(REPLACE(?s, 'a', '"
                        + replacement
                        + "')) AS ?n) { "
                        + doubled(6)
                        + "}");
        add(
                "replace by groups",
                "SELECT (STRLEN(REPLACE(?s, '(a+)', '"
                        + "$1".repeat(20_000)
                        + "')) AS ?n) { "
                        + doubled(LARGE_STEPS)
                        + "}");
        add(
                "ucase",
                "SELECT (UCASE(REPLACE(?s, 'a', '\\u0390\\u0390\\u0390')) AS ?u) { "
                        + doubled(LARGE_STEPS)
                        + "}");
        add(
                "encode for uri",
                "SELECT (STRLEN(ENCODE_FOR_URI(REPLACE(?s, 'a', '\\u0390'))) AS ?n) { "
                        + doubled(LARGE_STEPS)
                        + "}");
        add(
                "hash of many",
                "SELECT (COUNT(SHA512(CONCAT(?s, STR(?o)))) AS ?n) { x:hub x:p ?o . "
                        + doubled(LARGE_STEPS)
                        + "}");
    }

    private void addStringsOfManyRows() {
        String rows = "x:hub x:p ?o . " + doubled(LARGE_STEPS) + "BIND(CONCAT(?s, STR(?o)) AS ?t)";
        add("rows", "SELECT ?t { " + rows + " }");
        add("rows, some", "SELECT ?t { " + rows + " } LIMIT 200");
        add("rows, typed", "SELECT (STRDT(?t, x:type) AS ?u) { " + rows + " }");
        add("rows, tagged", "SELECT (STRLANG(?t, 'en') AS ?u) { " + rows + " }");
        add("rows as names", "SELECT (IRI(CONCAT('http://x/', ?t)) AS ?u) { " + rows + " }");
        add("distinct", "SELECT DISTINCT ?t { " + rows + " }");
        add("order", "SELECT ?o { " + rows + " } ORDER BY ?t");
        add("order by expression", "SELECT ?o { " + rows + " } ORDER BY DESC(UCASE(?t))");
        add("group concat", "SELECT (GROUP_CONCAT(?t) AS ?c) { " + rows + " }");
        add("group concat distinct", "SELECT (GROUP_CONCAT(DISTINCT ?t) AS ?c) { " + rows + " }");
        add(
                "group concat, separator",
                "SELECT (GROUP_CONCAT(?o; separator='"
                        + "-".repeat(200_000)
                        + "') AS ?c) { x:hub x:p ?o }");
        add("groups", "SELECT ?o (GROUP_CONCAT(?t) AS ?c) { " + rows + " } GROUP BY ?o");
        add("max", "SELECT ?o (MAX(?t) AS ?m) { " + rows + " } GROUP BY ?o");
        add("sample", "SELECT ?o (SAMPLE(?t) AS ?m) { " + rows + " } GROUP BY ?o");
        add("count distinct", "SELECT (COUNT(DISTINCT ?t) AS ?n) { " + rows + " }");
        add("construct", "CONSTRUCT { ?o x:q ?t } { " + rows + " }");
        add("union", "SELECT ?t { { " + rows + " } UNION { " + rows + " } }");
        add("sub-select", "SELECT ?t { { SELECT ?t { " + rows + " } } FILTER(STRLEN(?t) > 3) }");
    }

    private static String steps(int count, IntFunction<String> step) {
        return IntStream.rangeClosed(1, count).mapToObj(step).collect(Collectors.joining(" "));
    }

    private void addNumbers() {
        add(
                "squares",
                "SELECT ?n40 { BIND(7 AS ?n0) "
                        + steps(
                                40,
                                i -> "BIND(?n" + (i - 1) + " * ?n" + (i - 1) + " AS ?n" + i + ")")
                        + " }");
        add(
                "decimal squares",
                "SELECT ?n40 { BIND(7.123456789 AS ?n0) "
                        + steps(
                                40,
                                i -> "BIND(?n" + (i - 1) + " * ?n" + (i - 1) + " AS ?n" + i + ")")
                        + " }");
        add(
                "sums of squares",
                "SELECT (SUM(?n20 * ?i) AS ?n) { x:hub x:n ?i . BIND(7 AS ?n0) "
                        + steps(
                                20,
                                i -> "BIND(?n" + (i - 1) + " * ?n" + (i - 1) + " AS ?n" + i + ")")
                        + " }");
        add("exponent", "SELECT ('1e999999999'^^xsd:decimal + 1 AS ?n) {}");
        add("exponent, rounded", "SELECT (ROUND('1e999999999'^^xsd:decimal) AS ?n) {}");
        add(
                "exponent, compared",
                "SELECT * { FILTER('1e999999999'^^xsd:decimal > '1e-999999999'^^xsd:decimal) }");
        String wide = "'0.5e2147483648'";
        String wideDouble = wide + "^^xsd:double";
        add("exponent, equal", "SELECT * { FILTER(" + wideDouble + " = " + wideDouble + ") }");
        add("exponent, cast", "SELECT (xsd:decimal(" + wideDouble + ") AS ?n) {}");
        add("exponent, cast from a string", "SELECT (xsd:double(" + wide + ") AS ?n) {}");
        add("exponent, number", "SELECT (isNumeric(" + wideDouble + ") AS ?n) {}");
        String digits = doubled(LARGE_STEPS) + "BIND(REPLACE(?s, 'a', '7') AS ?d) ";
        add("digits, cast", "SELECT (xsd:integer(?d) AS ?n) { " + digits + "}");
        add("digits, cast to double", "SELECT (xsd:double(?d) + 1 AS ?n) { " + digits + "}");
        add("digits, typed", "SELECT (STRDT(?d, xsd:integer) + 1 AS ?n) { " + digits + "}");
        add("digits, compared", "SELECT * { " + digits + "FILTER(STRDT(?d, xsd:integer) > 1) }");
        add("digits, in", "SELECT * { " + digits + "FILTER(STRDT(?d, xsd:decimal) IN (1, 2.0)) }");
        add(
                "digits, ordered",
                "SELECT ?n { x:hub x:n ?i . "
                        + digits
                        + "BIND(STRDT(CONCAT(STR(?i), ?d), xsd:integer) AS ?n) } ORDER BY ?n");
        add(
                "digits, summed",
                "SELECT (SUM(STRDT(?d, xsd:integer)) AS ?n) { x:hub x:n ?i . " + digits + "}");
        String number =
                doubled(4)
                        + "BIND(STRDT(REPLACE(SUBSTR(?s, 1, 4000), 'a', '7'), xsd:decimal) AS ?d) ";
        String sums = "?d" + " + 1.5 + ?d - ?d".repeat(100);
        add(
                "digits in filter",
                "SELECT * { x:hub x:p ?o . " + number + "FILTER(" + sums + " > 1) }");
        add(
                "digits in order",
                "SELECT ?o { x:hub x:p ?o . "
                        + number
                        + "} ORDER BY ("
                        + sums
                        + " + STRLEN(STR(?o)))");
        add("digits in sum", "SELECT (SUM(" + sums + ") AS ?n) { x:hub x:p ?o . " + number + "}");
        add(
                "digits in max",
                "SELECT (MAX(?e) AS ?n) { x:hub x:n ?o . "
                        + number
                        + "BIND(?d + STRLEN(STR(?o)) AS ?e) }");
        add(
                "long time",
                "SELECT ('2020-01-01T00:00:00Z'^^xsd:dateTime"
                        + " + 'P999999999999D'^^xsd:dayTimeDuration AS ?t) {}");
        add(
                "long time of hours",
                "SELECT ('2020-01-01T00:00:00Z'^^xsd:dateTime"
                        + " + 'PT99999999999999H'^^xsd:dayTimeDuration AS ?t) {}");
    }

    private static String regex(String text, String pattern) {
        return "REGEX(" + text + ", \"" + pattern.replace("\\", "\\\\") + "\")";
    }

    private void addExpressions() {
        String backReference = regex("?text", "^(a*)*\\1b$");
        add("regex", "SELECT * { x:t x:text ?text FILTER(" + backReference + ") }");
        add(
                "regex, constant",
                "SELECT * { FILTER(" + regex("'" + "a".repeat(40) + "!'", "^(a*)*\\1b$") + ") }");
        add(
                "regex, nested",
                "SELECT * { x:t x:text ?text FILTER("
                        + regex("?text", "^(((a+)+)+)+b\\1?$")
                        + ") }");
        add(
                "regex, optional",
                "SELECT * { x:t x:text ?text FILTER("
                        + regex("?text", "^(a?){40}(a)\\2{40}$")
                        + ") }");
        add("regex of nothing", "SELECT * { FILTER(" + regex("'x'", "(|){60}\\z") + ") }");
        add(
                "regex of nothing, at the end",
                "SELECT * { FILTER(" + regex("''", "((?:a|){30}|){30}a") + ") }");
        add(
                "regex, counted",
                "SELECT * { FILTER(" + regex("'x'", "(?:(?:){2000000000}){2000000000}") + ") }");
        add(
                "regex, deep",
                "SELECT * { x:t x:text ?text FILTER("
                        + regex("?text", "(".repeat(1500) + "a" + ")".repeat(1500))
                        + ") }");
        add(
                "regex, deep text",
                "SELECT * { " + doubled(LARGE_STEPS) + "FILTER(" + regex("?s", "^(a|b)*$") + ") }");
        add(
                "regex, long",
                "SELECT * { x:t x:text ?text " + doubled(7) + "FILTER(REGEX(?text, ?s)) }");
        add(
                "regex of many",
                "SELECT * { x:hub x:p ?o FILTER("
                        + regex("CONCAT('aaaaaaaaaaaaaaaaaaaaaa', STR(?o))", "^(a|aa)+$")
                        + ") }");
        add(
                "regex in order",
                "SELECT * { x:t x:text ?text } ORDER BY " + regex("?text", "^(a*)*\\1b$"));
        add(
                "regex in having",
                "SELECT (MAX(?text) AS ?m) { x:t x:text ?text } GROUP BY ?x HAVING("
                        + regex("MAX(?text)", "^(a*)*\\1b$")
                        + ")");
        add(
                "regex in exists",
                "SELECT * { x:t x:text ?text FILTER EXISTS { ?a x:text ?text FILTER("
                        + backReference
                        + ") } }");
        add(
                "replace, matching",
                "SELECT (REPLACE(?text, '^(a*)*\\\\1b$', 'x') AS ?r) { x:t x:text ?text }");
        add("many operators", "SELECT (" + "1+".repeat(20_000) + "1 AS ?n) {}");
        add(
                "many ors",
                "SELECT * { x:t x:text ?t FILTER(" + "?t = 'x' || ".repeat(20_000) + "true) }");
    }

    private void addProducts() {
        String products = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i";
        add("product", "SELECT * { " + products + " }");
        add("product, counted", "SELECT (COUNT(*) AS ?n) { " + products + " }");
        add("product, asked", "ASK { " + products + " FILTER(?a = ?i && ?c = ?h && ?b = ?f) }");
        add("product, ordered", "SELECT * { " + products + " } ORDER BY ?i ?a LIMIT 10");
        add("product, distinct", "SELECT DISTINCT ?b ?e ?h { " + products + " }");
        add(
                "product, optional",
                "SELECT * { ?a ?b ?c OPTIONAL { ?d ?e ?f OPTIONAL { ?g ?h ?i } } }");
        add("product, minus", "SELECT * { ?a ?b ?c . ?d ?e ?f MINUS { ?g ?h ?i . ?d ?j ?k } }");
        add(
                "product of sub-selects",
                "SELECT * { { SELECT ?a { ?a ?b ?c } } { SELECT ?d { ?d ?e ?f } } { SELECT ?g { ?g"
                        + " ?h ?i } } }");
        String values =
                IntStream.range(0, 3_000).mapToObj(i -> "" + i).collect(Collectors.joining(" "));
        add(
                "product of values",
                "SELECT (COUNT(*) AS ?n) { VALUES ?a {"
                        + values
                        + "} VALUES ?b {"
                        + values
                        + "} VALUES ?c {"
                        + values
                        + "} }");
        add(
                "product, filtered",
                "SELECT * { ?a ?b ?c . ?d ?e ?f FILTER(CONCAT(STR(?a), STR(?d)) = 'x') }");
        add("construct of product", "CONSTRUCT { ?a ?b ?f . ?d ?b ?c } { " + products + " }");
        add(
                "last rows",
                "SELECT * { "
                        + products
                        + " } OFFSET 9223372036854775000 LIMIT 9223372036854775000");
        add(
                "exists in exists",
                "SELECT * { ?a ?b ?c FILTER EXISTS { ?d ?e ?f FILTER EXISTS { ?g ?h ?i FILTER NOT"
                        + " EXISTS { ?j ?k ?l FILTER(?l = ?a) } } } }");
        add(
                "groups of product",
                "SELECT ?a ?f (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f } GROUP BY ?a ?f");
    }

    private void addPaths() {
        add("path", "SELECT * { ?a (x:knows|!x:knows)* ?b }");
        add(
                "path, counted",
                "SELECT (COUNT(*) AS ?n) { ?a (x:knows/x:knows*)* ?b . ?b (x:knows*/^x:knows)+ ?c"
                        + " }");
        add(
                "paths of all",
                "SELECT (COUNT(*) AS ?n) { ?a (!x:a)* ?b . ?c (!x:b)* ?d . ?e (!x:c)* ?f }");
        add("long path", "SELECT (COUNT(*) AS ?n) { ?a x:knows" + "/x:knows".repeat(30) + " ?b }");
        add("path of paths", "SELECT * { ?a ((((x:knows*)*)*)|^x:knows)* ?b }");
        add("describe", "DESCRIBE x:hub");
        add("describe all", "DESCRIBE * { ?a ?b ?c }");
    }

    private void addLongTexts() {
        add("deep groups", "SELECT * " + "{".repeat(50_000) + "}".repeat(50_000));
        add("99 groups", "SELECT * " + "{".repeat(99) + " ?a ?b ?c " + "}".repeat(99));
        add("99 brackets", "SELECT (" + "(".repeat(95) + "1" + ")".repeat(95) + " AS ?n) {}");
        add(
                "99 options",
                "SELECT * { ?a ?b ?c " + "OPTIONAL { ?a ?b ?c ".repeat(90) + "}".repeat(91));
        add("many options", "SELECT * { ?a ?b ?c " + "OPTIONAL { ?a ?b ?c } ".repeat(3_000) + "}");
        add("many unions", "SELECT * { {} " + "UNION {}".repeat(5_000) + "}");
        add("many patterns", "SELECT * { " + "?a ?b ?c . ".repeat(5_000) + "}");
        add("open groups", "SELECT * " + "{ ?a ?b ?c ".repeat(20_000));
        String many =
                IntStream.range(0, 40_000).mapToObj(i -> i + "").collect(Collectors.joining(","));
        add("long in", "SELECT * { x:hub x:n ?i FILTER(?i IN (" + many + ")) }");
        add("long values", "SELECT * { x:hub x:n ?i VALUES ?i {" + many.replace(',', ' ') + "} }");
        add(
                "long values, refused",
                "SELECT * { x:hub x:n ?i VALUES ?i {" + many.replace(',', ' ') + " ?} }");
        add(
                "prefixes",
                steps(10_000, i -> "PREFIX p" + i + ": <http://p/" + i + ">")
                        + " SELECT * { ?a p7:x ?b }");
        add("open string", "SELECT * { ?a ?b \"" + "x".repeat(500_000));
        add("open strings", "SELECT * { ?a ?b " + "\"x ".repeat(100_000));
        add("open name", "SELECT * { ?a ?b <" + "x".repeat(500_000));
        add("lists", "SELECT * { ?a ?b " + "( 1 ".repeat(90) + ")".repeat(90) + " }");
        add("long list", "SELECT * { ?a ?b (" + " 1".repeat(20_000) + " ) }");
        add("limits", "SELECT * { ?a ?b ?c } LIMIT " + "9".repeat(10_000));
        add("brackets", "SELECT * { ?a ?b " + "[ ?c ".repeat(40_000) + "}");
        add("comments", "#\n".repeat(200_000) + "SELECT * { ?a ?b ?c } LIMIT 1");
        add("escapes", "SELECT * { ?a ?b \"" + "\\u0041".repeat(100_000) + "\" }");
        add("too long", "SELECT * { ?a ?b ?c } #" + "x".repeat(1 << 20));
        add("variables", "SELECT " + steps(20_000, i -> "?v" + i) + " { ?a ?b ?c } LIMIT 10");
        add(
                "projections",
                "SELECT "
                        + steps(3_000, i -> "(?v" + (i - 1) + " + 1 AS ?v" + i + ")")
                        + " { BIND(1 AS ?v0) }");
    }

    /** A sub-select in EXISTS has no operator of ours: RDF4J evaluates the whole. */
    private void addWholeQueriesOfRdf4j() {
        String whole = " FILTER EXISTS { { SELECT ?z { ?z x:n ?y } } }";
        add("rdf4j: concat", "SELECT (STRLEN(?s) AS ?n) { " + doubled(HUGE_STEPS) + whole + "}");
        String rows =
                "x:hub x:p ?o . "
                        + doubled(LARGE_STEPS)
                        + "BIND(CONCAT(?s, STR(?o)) AS ?t)"
                        + whole;
        add("rdf4j: rows", "SELECT ?t { " + rows + " }");
        add("rdf4j: order", "SELECT ?t { " + rows + " } ORDER BY ?t");
        add("rdf4j: group concat", "SELECT (GROUP_CONCAT(?t) AS ?c) { " + rows + " }");
        add(
                "rdf4j: group concat, constant",
                "SELECT (GROUP_CONCAT('"
                        + "x".repeat(100_000)
                        + "') AS ?c) { x:hub x:p ?o"
                        + whole
                        + " }");
        add("rdf4j: distinct", "SELECT DISTINCT ?t { " + rows + " }");
        add(
                "rdf4j: regex",
                "SELECT * { x:t x:text ?text FILTER("
                        + regex("?text", "^(a*)*\\1b$")
                        + ")"
                        + whole
                        + " }");
        add("rdf4j: product", "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i" + whole + " }");
        add(
                "rdf4j: product, counted",
                "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i" + whole + " }");
        add("rdf4j: path", "SELECT (COUNT(*) AS ?n) { ?a (x:knows|!x:knows)* ?b" + whole + " }");
        String values =
                IntStream.range(0, 3_000).mapToObj(i -> "" + i).collect(Collectors.joining(" "));
        add(
                "rdf4j: product of values",
                "SELECT (COUNT(*) AS ?n) { VALUES ?a {"
                        + values
                        + "} VALUES ?b {"
                        + values
                        + "} VALUES ?c {"
                        + values
                        + "}"
                        + whole
                        + " }");
        String digits =
                "x:hub x:p ?o . "
                        + doubled(LARGE_STEPS)
                        + "BIND(STRDT(CONCAT(REPLACE(?s, 'a', '7'), STRAFTER(STR(?o), 'o')),"
                        + " xsd:integer) AS ?n)"
                        + whole;
        add("rdf4j: digits, ordered", "SELECT ?o { " + digits + " } ORDER BY ?n");
        add("rdf4j: digits, summed", "SELECT (SUM(?n) AS ?t) { " + digits + " }");
        add("rdf4j: digits, largest", "SELECT (MAX(?n) AS ?t) { " + digits + " }");
        add(
                "rdf4j: digits",
                "SELECT (STRDT(REPLACE(?s, 'a', '7'), xsd:integer) + 1 AS ?n) { "
                        + doubled(LARGE_STEPS)
                        + whole
                        + " }");
    }
}
