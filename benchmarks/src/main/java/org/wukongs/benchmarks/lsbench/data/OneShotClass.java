package org.wukongs.benchmarks.lsbench.data;

import java.util.random.RandomGenerator;

/** The six one-shot queries over the evolving store (SOSP'17, section 6). */
public enum OneShotClass {
    /** What is known of a user. */
    S1("SELECT ?p ?o WHERE { sibu:u%1$d ?p ?o }"),
    /** Posts of a person. */
    S2(
            "SELECT ?user ?post WHERE { ?user sioc:account_of sibp:p%1$d ."
                    + " ?user sioc:creator_of ?post }"),
    /** Posts of a person's friends. */
    S3(
            "SELECT ?friend ?post WHERE { ?user sioc:account_of sibp:p%1$d . ?user foaf:knows ?friend ."
                    + " ?friend sioc:creator_of ?post }"),
    /** Who shows members of a group on photos. */
    S4(
            "SELECT ?user1 ?photo ?album ?user2 WHERE { sibg:g%1$d sioc:has_member ?user1 ."
                    + " ?photo sib:usertag ?user1 . ?album sioc:container_of ?photo ."
                    + " ?user2 sioc:creator_of ?album }"),
    /** Profiles of a user's friends. */
    S5(
            "SELECT ?user ?gender ?day ?email WHERE { sibu:u%1$d foaf:knows ?user ."
                    + " ?user sioc:account_of ?profile . ?profile foaf:gender ?gender ."
                    + " ?profile foaf:birthday ?day . ?profile sioc:email ?email }"),
    /** Tags of posts from one country that are liked in another. */
    S6(
            "SELECT ?post ?tag WHERE { ?writer sioc:account_of ?writing ."
                    + " ?writing foaf:based_near dbpedia:Peoples_Republic_of_China . ?writer sioc:creator_of ?post ."
                    + " ?reader sib:like ?post . ?reader sioc:account_of ?reading ."
                    + " ?reading foaf:based_near dbpedia:United_States . ?post sib:hashtag ?tag }");

    private static final String PREFIXES =
            """
            PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
            PREFIX sibu: <http://www.ins.cwi.nl/sib/user/>
            PREFIX sibp: <http://www.ins.cwi.nl/sib/person/>
            PREFIX sibg: <http://www.ins.cwi.nl/sib/group/>
            PREFIX sioc: <http://rdfs.org/sioc/ns#>
            PREFIX foaf: <http://xmlns.com/foaf/0.1/>
            PREFIX dbpedia: <http://dbpedia.org/resource/>
            """;

    private final String pattern;

    OneShotClass(String pattern) {
        this.pattern = pattern;
    }

    /** A number for its constant, each of the data's equally likely; 0 where it has none. */
    public long draw(StoredTerms terms, RandomGenerator random) {
        long[] numbers =
                switch (this) {
                    case S1, S5 -> terms.users();
                    case S2, S3 -> terms.persons();
                    case S4 -> terms.groups();
                    case S6 -> new long[1];
                };
        return numbers[random.nextInt(numbers.length)];
    }

    /** Its SPARQL text. */
    public String text(long constant) {
        return PREFIXES + pattern.formatted(constant);
    }
}
