package org.wukongs.kafka.lsbench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The six continuous queries of LSBench as C-SPARQL texts, each registered under its own name.
 *
 * <p>L1 to L3 take a user's number; {@link #DEFAULT_USER} is the most active one of a generated
 * network, so that their windows are not empty. Other data sets number their users differently.
 */
public final class LsbenchQueries {

    /** The generator numbers users by activity. */
    public static final int DEFAULT_USER = 1;

    private static final String PREFIXES =
            """
            PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
            PREFIX sibu: <http://www.ins.cwi.nl/sib/user/>
            PREFIX sibp: <http://www.ins.cwi.nl/sib/person/>
            PREFIX sioc: <http://rdfs.org/sioc/ns#>
            PREFIX foaf: <http://xmlns.com/foaf/0.1/>
            """;

    private LsbenchQueries() {}

    /** The texts of L1 to L6 for {@link #DEFAULT_USER}, by name. */
    public static Map<String, String> all() {
        return all(DEFAULT_USER);
    }

    /** The texts of L1 to L6, by name and in order. */
    public static Map<String, String> all(long user) {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("L1", l1("L1", user));
        queries.put("L2", l2("L2", user));
        queries.put("L3", l3("L3", user));
        queries.put("L4", l4("L4"));
        queries.put("L5", l5("L5"));
        queries.put("L6", l6("L6"));
        return queries;
    }

    /** What a user does and where. */
    public static String l1(String name, long user) {
        return text(
                name,
                "?p ?o",
                window(LsbenchStreams.PO) + window(LsbenchStreams.GPS),
                "sibu:u" + user + " ?p ?o");
    }

    /** Posts of a person. */
    public static String l2(String name, long person) {
        return text(
                name,
                "?user ?post",
                window(LsbenchStreams.PO) + "FROM STORED\n",
                graph("STORED", "?user sioc:account_of sibp:p" + person)
                        + graph(LsbenchStreams.PO, "?user sioc:creator_of ?post"));
    }

    /** Posts of a person's friends. */
    public static String l3(String name, long person) {
        return text(
                name,
                "?friend ?post",
                window(LsbenchStreams.PO) + "FROM STORED\n",
                graph(
                                "STORED",
                                "?user sioc:account_of sibp:p"
                                        + person
                                        + " . ?user foaf:knows ?friend")
                        + graph(LsbenchStreams.PO, "?friend sioc:creator_of ?post"));
    }

    /** Two posts of one user with a hashtag in common. */
    public static String l4(String name) {
        return text(
                name,
                "?user ?post1 ?post2 ?tag",
                window(LsbenchStreams.PO),
                "?post1 sib:hashtag ?tag . ?user sioc:creator_of ?post1 . "
                        + "?user sioc:creator_of ?post2 . ?post2 sib:hashtag ?tag "
                        + "FILTER(?post1 != ?post2)");
    }

    /** Photos liked by a friend of somebody on them. */
    public static String l5(String name) {
        return text(
                name,
                "?photo ?friend1 ?friend2",
                window(LsbenchStreams.PH) + window(LsbenchStreams.PH_LIKE) + "FROM STORED\n",
                graph(LsbenchStreams.PH, "?photo sib:usertag ?friend1")
                        + graph("STORED", "?friend1 foaf:knows ?friend2")
                        + graph(LsbenchStreams.PH_LIKE, "?friend2 sib:like ?photo"));
    }

    /** Posts in a channel liked by a friend of one of its subscribers. */
    public static String l6(String name) {
        return text(
                name,
                "?channel ?post ?user ?friend",
                window(LsbenchStreams.PO) + window(LsbenchStreams.PO_LIKE) + "FROM STORED\n",
                graph(LsbenchStreams.PO, "?channel sioc:container_of ?post")
                        + graph(
                                "STORED",
                                "?user sioc:subscriber_of ?channel . ?user foaf:knows ?friend")
                        + graph(LsbenchStreams.PO_LIKE, "?friend sib:like ?post"));
    }

    private static String text(String name, String select, String dataset, String where) {
        return "REGISTER QUERY "
                + name
                + " AS\n"
                + PREFIXES
                + "SELECT "
                + select
                + "\n"
                + dataset
                + "WHERE { "
                + where.strip()
                + " }\n";
    }

    private static String window(LsbenchStreams stream) {
        return "FROM STREAM <" + stream.streamName() + "> [RANGE 1s STEP 100ms]\n";
    }

    private static String graph(LsbenchStreams stream, String pattern) {
        return graph("<" + stream.streamName() + ">", pattern);
    }

    private static String graph(String name, String pattern) {
        return "GRAPH " + name + " { " + pattern + " } ";
    }
}
