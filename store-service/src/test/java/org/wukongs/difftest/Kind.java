package org.wukongs.difftest;

/** What a {@link Node} is; the comment names its value and its children. */
enum Kind {
    /** "", "DISTINCT" or "REDUCED"; what makes up a query, in the order of the text. */
    SELECT,
    ASK,
    /** TEMPLATE first. */
    CONSTRUCT,
    /** Of variables and IRIs; PROJECTION first. */
    DESCRIBE,
    /** VAR or AS each; none for {@code *}. */
    PROJECTION,
    /** TRIPLE each. */
    TEMPLATE,
    /** The graph's IRI. */
    FROM,
    FROM_NAMED,
    /** A whole clause as it is written. */
    FROM_WINDOW,
    /** An expression or AS each. */
    GROUP_BY,
    /** One expression. */
    HAVING,
    /** ASC or DESC each. */
    ORDER_BY,
    ASC,
    DESC,
    /** The number. */
    LIMIT,
    OFFSET,
    /** An expression and a variable. */
    AS,

    /** Group elements: braces around them. */
    GROUP,
    /** Subject, predicate or path, object. */
    TRIPLE,
    FILTER,
    OPTIONAL,
    /** Two groups or more. */
    UNION,
    MINUS,
    /** An expression and a variable. */
    BIND,
    /** Variables, then a ROW each. */
    VALUES,
    ROW,
    UNDEF,
    /** A variable or IRI, and a group; "WINDOW" where it is written so. */
    GRAPH,

    /** The name, without "?". */
    VAR,
    /** An N-Triples string. */
    TERM,
    /** A function, cast IRI or operator; the arguments. */
    CALL,
    EXISTS,
    NOT_EXISTS,
    /** COUNT, SUM, …, "DISTINCT" behind it where so; an expression, none for {@code *}. */
    AGGREGATE,

    PATH_INVERSE,
    PATH_SEQUENCE,
    PATH_ALTERNATIVE,
    PATH_STAR,
    PATH_PLUS,
    PATH_OPTIONAL,
    /** IRIs, plain or in PATH_INVERSE. */
    PATH_NEGATED
}
