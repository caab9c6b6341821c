package org.wukongs.difftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.difftest.Verdict.Outcome;

/**
 * Random queries over random data: the store answers what the specification says, and so does RDF4J
 * but for its listed faults. {@code -Dwukongs.difftest.minutes=N} goes on for N minutes, {@code
 * -Dwukongs.difftest.case=N} starts at the case of that number.
 */
class DifferentialTest {

    private static final int CASE_COUNT = 10_000;

    private static final int CLUSTER_CASE_COUNT = 1_000;

    /** Of the cases, before something is wrong with the generator or the list of faults. */
    private static final double AMBIGUOUS_SHARE_MAX = 0.08;

    private static final double REJECTED_SHARE_MAX = 0.005;
    private static final double PEER_FAULT_SHARE_MAX = 0.1;
    private static final double NON_EMPTY_SHARE_MIN = 0.6;

    /** Cases with solutions that have each operator, in a normal build. */
    private static final int FEATURE_COUNT_MIN = 20;

    /** All that the generator can make, but for what stands in most queries. */
    private static final List<String> FEATURES =
            List.of(
                    "ASK,CONSTRUCT,DESCRIBE,SELECT DISTINCT,SELECT REDUCED,FROM,FROM_NAMED,GROUP_BY",
                    "HAVING,ORDER_BY,DESC,LIMIT,OFFSET,AS,FILTER,OPTIONAL,UNION,MINUS,BIND,VALUES",
                    "UNDEF,GRAPH VAR,GRAPH TERM,EXISTS,NOT_EXISTS,sub-select,sub-select with LIMIT",
                    "OPTIONAL with OPTIONAL,OPTIONAL with FILTER,OPTIONAL with UNION",
                    "OPTIONAL with MINUS,cyclic pattern,repeated variable,place 0 TERM,place 1 VAR",
                    "place 2 TERM,PATH_INVERSE,PATH_SEQUENCE,PATH_ALTERNATIVE,PATH_STAR,PATH_PLUS",
                    "PATH_OPTIONAL,PATH_NEGATED,AGGREGATE COUNT,AGGREGATE COUNT DISTINCT",
                    "AGGREGATE SUM,AGGREGATE MIN,AGGREGATE MAX,AGGREGATE AVG,AGGREGATE SAMPLE",
                    "AGGREGATE GROUP_CONCAT,AGGREGATE SUM DISTINCT,AGGREGATE GROUP_CONCAT DISTINCT",
                    "CALL =,CALL !=,CALL <,CALL >,CALL <=,CALL >=,CALL +,CALL -,CALL *,CALL /",
                    "CALL &&,CALL ||,CALL !,CALL IN,CALL NOT IN,CALL IF,CALL COALESCE,CALL BOUND",
                    "CALL sameTerm,CALL isIRI,CALL isBlank,CALL isLiteral,CALL isNumeric,CALL STR",
                    "CALL LANG,CALL DATATYPE,CALL IRI,CALL STRDT,CALL STRLANG,CALL STRLEN",
                    "CALL SUBSTR,CALL UCASE,CALL LCASE,CALL STRSTARTS,CALL STRENDS,CALL CONTAINS",
                    "CALL STRBEFORE,CALL STRAFTER,CALL ENCODE_FOR_URI,CALL CONCAT,CALL LANGMATCHES",
                    "CALL REGEX,CALL REPLACE,CALL ABS,CALL ROUND,CALL CEIL,CALL FLOOR,CALL YEAR",
                    "CALL SECONDS,CALL TIMEZONE,CALL TZ,CALL MD5,CALL SHA1,CALL SHA256");

    @TempDir private Path folder;

    @Test
    void storeSpecificationAndRdf4jAgree() throws Exception {
        int first = Integer.getInteger("wukongs.difftest.case", 0) / CaseGroup.CASE_COUNT;
        Rounds rounds =
                new Rounds(
                        folder,
                        CASE_COUNT / CaseGroup.CASE_COUNT,
                        (number, own, report) ->
                                new CaseGroup(report.seed(), number, own, 1).run(report));
        DifferenceReport report = rounds.run(getClass(), first);
        checkShares(report);
    }

    /** A store of three nodes answers the same. */
    @Test
    void threeNodesAgreeToo() throws Exception {
        int first = Integer.getInteger("wukongs.difftest.case", 0) / CaseGroup.CASE_COUNT;
        Rounds rounds =
                new Rounds(
                        folder,
                        CLUSTER_CASE_COUNT / CaseGroup.CASE_COUNT,
                        (number, own, report) ->
                                new CaseGroup(report.seed(), number, own, 3).run(report));
        rounds.run(getClass(), first);
    }

    private static void checkShares(DifferenceReport report) {
        int cases = report.coverage().caseCount();
        assertThat(report.count(Outcome.AMBIGUOUS)).isLessThan((int) (cases * AMBIGUOUS_SHARE_MAX));
        assertThat(report.count(Outcome.REJECTED)).isLessThan((int) (cases * REJECTED_SHARE_MAX));
        assertThat(report.count(Outcome.PEER_FAULT))
                .isLessThan((int) (cases * PEER_FAULT_SHARE_MAX));
        assertThat(report.coverage().nonEmptyCount())
                .isGreaterThan((int) (cases * NON_EMPTY_SHARE_MIN));
        for (String line : FEATURES) {
            for (String feature : List.of(line.split(",", -1))) {
                assertThat(report.coverage().counts().getOrDefault(feature, 0))
                        .as(feature)
                        .isGreaterThanOrEqualTo(FEATURE_COUNT_MIN);
            }
        }
    }
}
