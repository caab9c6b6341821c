package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The six continuous queries of LSBench in the three spellings. */
final class LsbenchQueries {

    private static final String PREFIXES =
            """
            PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
            PREFIX sibu: <http://www.ins.cwi.nl/sib/user/>
            PREFIX sibp: <http://www.ins.cwi.nl/sib/person/>
            PREFIX foaf: <http://xmlns.com/foaf/0.1/>
            PREFIX sioc: <http://rdfs.org/sioc/ns#>
            PREFIX : <http://deri.org/>
            """;

    /** Streams of each query; the pattern names each as {stream}. */
    private static final Map<String, List<String>> STREAMS =
            Map.of(
                    "L1", List.of("poststream", "gpsstream"),
                    "L2", List.of("poststream"),
                    "L3", List.of("poststream"),
                    "L4", List.of("poststream"),
                    "L5", List.of("photostream", "likedphotostream"),
                    "L6", List.of("poststream", "likedpoststream"));

    private static final Map<String, String> PATTERNS =
            Map.of(
                    "L1",
                    "sibu:u984 ?p ?o",
                    "L2",
                    "STORED{ ?user sioc:account_of sibp:p984 } {poststream}{ ?user sioc:creator_of ?post }",
                    "L3",
                    "STORED{ ?user sioc:account_of sibp:p984 . ?user foaf:knows ?friend }"
                            + " {poststream}{ ?friend sioc:creator_of ?post }",
                    "L4",
                    "{poststream}{ ?post1 sib:hashtag ?tag . ?user sioc:creator_of ?post1 . ?user sioc:creator_of ?post2 ."
                            + " ?post2 sib:hashtag ?tag FILTER(?post1 != ?post2) }",
                    "L5",
                    "{photostream}{ ?photo sib:usertag ?friend1 } STORED{ ?friend1 foaf:knows ?friend2 }"
                            + " {likedphotostream}{ ?friend2 sib:like ?photo }",
                    "L6",
                    "{poststream}{ ?channel sioc:container_of ?post }"
                            + " STORED{ ?user sioc:subscriber_of ?channel . ?user foaf:knows ?friend }"
                            + " {likedpoststream}{ ?friend sib:like ?post }");

    /** How a spelling lists and addresses a stream; %1$s is its name. */
    enum Spelling {
        CSPARQL(
                "FROM STREAM <http://deri.org/%1$s> [RANGE 1s STEP 100ms]",
                "GRAPH <http://deri.org/%1$s>"),
        PAPER("FROM %1$s [RANGE 1s STEP 100ms]", "GRAPH %1$s"),
        RSP_QL("FROM WINDOW :w_%1$s ON :%1$s [RANGE PT1S STEP PT0.1S]", "WINDOW :w_%1$s");

        private final String clause;
        private final String pattern;

        Spelling(String clause, String pattern) {
            this.clause = clause;
            this.pattern = pattern;
        }
    }

    private LsbenchQueries() {}

    static List<String> names() {
        return List.of("L1", "L2", "L3", "L4", "L5", "L6");
    }

    static List<String> streams(String name) {
        return STREAMS.get(name).stream().map(stream -> "http://deri.org/" + stream).toList();
    }

    static String text(String name, Spelling spelling) {
        StringBuilder text = new StringBuilder(PREFIXES);
        text.append("REGISTER QUERY ").append(name).append(" AS\nSELECT *\n");
        String pattern = PATTERNS.get(name).replace("STORED{", "GRAPH STORED {");
        for (String stream : STREAMS.get(name)) {
            text.append(String.format(spelling.clause, stream)).append('\n');
            pattern =
                    pattern.replace(
                            "{" + stream + "}", String.format(spelling.pattern, stream) + " ");
        }
        return text.append("WHERE { ").append(pattern).append(" }\n").toString();
    }

    static List<String> all() {
        List<String> texts = new ArrayList<>();
        for (String name : names()) {
            for (Spelling spelling : Spelling.values()) {
                texts.add(text(name, spelling));
            }
        }
        return texts;
    }
}
