package org.wukongs.benchmarks.e2e.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;

/**
 * L1 to L6 as somebody writes them who has Flink SQL and no store, and knows it well:
 *
 * <ul>
 *   <li>a stream is filtered by predicate before anything else, so that windows hold what they
 *       need;
 *   <li>windows are HOP, 1 s by 100 ms, and grouped by all columns: graphs are sets, and Flink then
 *       keeps a window's rows once and not ten times;
 *   <li>streams are joined by window joins;
 *   <li>stored triples are joined last, with what comes out of windows, and are kept for ever in
 *       the join's state, while window rows are forgotten after {@link #WINDOW_ROW_TTL}.
 * </ul>
 *
 * Stored triples that streams bring are not joined: that would need every post ever made in state.
 * L1 to L6 do not ask for them.
 */
final class SqlTexts {

    /**
     * Of window rows in the join with stored triples. Nothing is to be waited for there once these
     * have been read at the start, for which this is long enough.
     */
    static final String WINDOW_ROW_TTL = "10s";

    private static final String KEPT = "STATE_TTL('w' = '" + WINDOW_ROW_TTL + "', 'k' = '0s')";

    private SqlTexts() {}

    /** Of stored triples, those that queries need: view → predicate. */
    static Map<String, String> stored() {
        return Map.of(
                "account_of", LsbenchVocabulary.SIOC + "account_of",
                "knows", LsbenchVocabulary.FOAF + "knows",
                "subscriber_of", LsbenchVocabulary.SIOC + "subscriber_of");
    }

    /** Views over the streams {@code po}, {@code po_like}, …: name → query. */
    static Map<String, String> views(long user) {
        Map<String, String> views = new LinkedHashMap<>();
        String acts =
                "SELECT ts, p AS s, o FROM %s WHERE s = '"
                        + iri(LsbenchVocabulary.USER, user)
                        + "'";
        views.put("acts", acts.formatted("po") + " UNION ALL " + acts.formatted("gps"));
        views.put("creator", of("po", LsbenchVocabulary.SIOC + "creator_of"));
        views.put("tag", of("po", LsbenchVocabulary.SIB + "hashtag"));
        views.put("container", of("po", LsbenchVocabulary.SIOC + "container_of"));
        views.put("usertag", of("ph", LsbenchVocabulary.SIB + "usertag"));
        views.put("photo_like", of("ph_like", LsbenchVocabulary.SIB + "like"));
        views.put("post_like", of("po_like", LsbenchVocabulary.SIB + "like"));
        for (String stream :
                new String[] {
                    "acts", "creator", "tag", "container", "usertag", "photo_like", "post_like"
                }) {
            views.put("w_" + stream, window(stream));
        }
        views.put(
                "w_tagged",
                join("w_creator", "w_tag", "a.o = b.s", "a.s AS u, a.o AS post, b.o AS tag"));
        return views;
    }

    /** Name → query; the first column is the window's end. */
    static Map<String, String> queries(long person) {
        String account = "k.o = '" + iri(LsbenchVocabulary.PERSON, person) + "'";
        String end = "w.window_end AS e, ";
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("L1", "SELECT window_end AS e, s, o FROM w_acts");
        queries.put(
                "L2",
                kept(end + "w.s, w.o", "w_creator", "account_of", "w.s = k.s AND " + account));
        String friends =
                "(SELECT k2.o AS s FROM account_of k JOIN knows k2 ON k.s = k2.s WHERE "
                        + account
                        + ")";
        queries.put("L3", kept(end + "w.s, w.o", "w_creator", friends, "w.s = k.s"));
        queries.put(
                "L4",
                "SELECT e, u, post1, post2, tag FROM ("
                        + join(
                                "w_tagged",
                                "w_tagged",
                                "a.u = b.u AND a.tag = b.tag",
                                "a.window_end AS e, a.u AS u, a.post AS post1, b.post AS post2,"
                                        + " a.tag AS tag")
                        + ") WHERE post1 <> post2");
        queries.put(
                "L5",
                kept(
                        end + "w.photo, w.f1, w.f2",
                        "("
                                + join(
                                        "w_usertag",
                                        "w_photo_like",
                                        "a.s = b.o",
                                        "a.s AS photo, a.o AS f1, b.s AS f2")
                                + ")",
                        "knows",
                        "w.f1 = k.s AND w.f2 = k.o"));
        queries.put("L6", sixth(end));
        return queries;
    }

    private static String sixth(String end) {
        String liked =
                "("
                        + join(
                                "w_container",
                                "w_post_like",
                                "a.o = b.o",
                                "a.s AS channel, a.o AS post, b.s AS friend")
                        + ")";
        String subscribed =
                "("
                        + kept(
                                "w.window_end, w.channel, w.post, w.friend, k.s AS u",
                                liked,
                                "subscriber_of",
                                "w.channel = k.o")
                        + ")";
        return kept(
                end + "w.channel, w.post, w.u, w.friend",
                subscribed,
                "knows",
                "w.u = k.s AND w.friend = k.o");
    }

    private static String iri(String prefix, long number) {
        return "<" + prefix + number + ">";
    }

    private static String of(String stream, String predicate) {
        return "SELECT ts, s, o FROM " + stream + " WHERE p = '<" + predicate + ">'";
    }

    private static String window(String view) {
        return "SELECT window_start, window_end, s, o FROM TABLE(HOP(TABLE "
                + view
                + ", DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))"
                + " GROUP BY window_start, window_end, s, o";
    }

    /** Two streams within a window. */
    private static String join(String left, String right, String on, String columns) {
        return "SELECT a.window_start, a.window_end, "
                + columns
                + " FROM "
                + left
                + " a JOIN "
                + right
                + " b ON a.window_start = b.window_start AND a.window_end = b.window_end AND "
                + on;
    }

    /** Window rows with what is stored. */
    private static String kept(String columns, String rows, String stored, String on) {
        return "SELECT /*+ "
                + KEPT
                + " */ "
                + columns
                + " FROM "
                + rows
                + " w JOIN "
                + stored
                + " k ON "
                + on;
    }
}
