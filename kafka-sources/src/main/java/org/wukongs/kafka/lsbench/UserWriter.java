package org.wukongs.kafka.lsbench;

import static org.wukongs.kafka.lsbench.LsbenchVocabulary.iri;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.literal;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.typed;

import java.time.Instant;
import java.time.LocalDate;

/** Writes a user's stored triples: person, account, forums, friendships. Not thread-safe. */
final class UserWriter {

    /** All users joined in the first weeks of 2010, as in the benchmark. */
    static final long JOINED_FROM_MS = Instant.parse("2010-02-01T00:00:00Z").toEpochMilli();

    private static final String TYPE = iri(LsbenchVocabulary.RDF_TYPE);
    private static final int DAY_MS = 86_400_000;

    private final SocialGraph graph;
    private final Draws draws;
    private final TimeText times = new TimeText();
    private long friendship;

    UserWriter(LsbenchConfig config, SocialGraph graph) {
        this.graph = graph;
        this.draws = new Draws(config.seed());
    }

    /** Writes a user. Users must come in order, as friendships are numbered as they come. */
    void write(int user, TripleSink sink) {
        writePerson(user, sink);
        writeAccount(user, sink);
        writeForums(user, sink);
        for (int friend : graph.friends(user)) {
            sink.add(iri(LsbenchVocabulary.USER, user), foaf("knows"), user(friend));
            if (friend > user) {
                writeFriendship(user, friend, sink);
            }
        }
    }

    private void writePerson(int user, TripleSink sink) {
        String person = iri(LsbenchVocabulary.PERSON, user);
        Profile profile = Profile.of(draws, user);
        draws.of(Draws.Domain.PERSON, user);
        String firstName = Words.name(draws);
        String country = profile.country().name();
        sink.add(person, TYPE, foaf("Person"));
        sink.add(person, foaf("firstName"), literal(firstName));
        sink.add(person, foaf("lastName"), literal(Words.name(draws)));
        sink.add(person, foaf("based_near"), iri(LsbenchVocabulary.DBPEDIA + country));
        sink.add(person, foaf("based_near"), literal(country));
        sink.add(person, dbpprop("latd"), typed(Double.toString(profile.latitude()), "double"));
        sink.add(person, dbpprop("longd"), typed(Double.toString(profile.longitude()), "double"));
        sink.add(person, sib("browser"), literal(profile.browser()));
        sink.add(person, sioc("ip_address"), literal(profile.ipAddress()));
        sink.add(person, foaf("gender"), literal(draws.chance(50) ? "female" : "male"));
        LocalDate birthday = LocalDate.of(1960 + draws.below(40), 1, 1).plusDays(draws.below(365));
        sink.add(person, foaf("birthday"), typed(birthday.toString(), "date"));
        sink.add(person, sioc("email"), literal(firstName + user + "@example.org"));
        writeCareer(person, birthday.getYear(), sink);
    }

    private void writeCareer(String person, int birthYear, TripleSink sink) {
        if (draws.chance(80)) {
            sink.add(person, foaf("organization"), literal("School of " + Words.name(draws)));
            String classYear = (birthYear + 18 + draws.below(8)) + "-07-01";
            sink.add(person, sib("class_year"), typed(classYear, "date"));
        }
        if (draws.chance(80)) {
            sink.add(person, sib("workAt"), literal(Words.name(draws) + " Works"));
            String workFrom = (birthYear + 20 + draws.below(20)) + "-01-01";
            sink.add(person, sib("workFrom"), typed(workFrom, "date"));
        }
    }

    private void writeAccount(int user, TripleSink sink) {
        String account = user(user);
        sink.add(account, TYPE, sib("User"));
        sink.add(account, TYPE, sioc("user"));
        sink.add(account, sioc("account_of"), iri(LsbenchVocabulary.PERSON, user));
        long joinedMs = JOINED_FROM_MS + (long) draws.below(1000) * 60_000;
        sink.add(account, dc("date"), times.term(joinedMs));
        int interests = 1 + draws.below(6);
        for (int i = 0; i < interests; i++) {
            sink.add(account, sib("interest"), literal(Words.tag(Posts.interest(user, i))));
        }
        if (draws.chance(50)) {
            sink.add(account, sib("status"), literal(draws.chance(70) ? "Single" : "Married"));
        }
    }

    private void writeForums(int user, TripleSink sink) {
        for (int i = 0; i < graph.forumCount(user); i++) {
            String forum = iri(LsbenchVocabulary.FORUM, graph.forum(user, i));
            sink.add(user(user), sioc("moderator_of"), forum);
            sink.add(user(user), sioc("subscriber_of"), forum);
        }
    }

    private void writeFriendship(int user, int friend, TripleSink sink) {
        draws.of(Draws.Domain.FRIENDSHIP, friendship);
        String iri = iri(LsbenchVocabulary.FRIENDSHIP, friendship++);
        long requestedMs = JOINED_FROM_MS + DAY_MS + draws.below(20 * DAY_MS);
        sink.add(iri, sib("memb"), user(user));
        sink.add(iri, sib("memb"), user(friend));
        sink.add(iri, sib("initiator"), user(draws.chance(50) ? user : friend));
        sink.add(iri, sib("requested"), times.term(requestedMs));
        sink.add(iri, sib("approved"), times.term(requestedMs + draws.below(DAY_MS)));
    }

    private static String user(int user) {
        return iri(LsbenchVocabulary.USER, user);
    }

    private static String foaf(String name) {
        return iri(LsbenchVocabulary.FOAF + name);
    }

    private static String sioc(String name) {
        return iri(LsbenchVocabulary.SIOC + name);
    }

    private static String sib(String name) {
        return iri(LsbenchVocabulary.SIB + name);
    }

    private static String dc(String name) {
        return iri(LsbenchVocabulary.DC + name);
    }

    private static String dbpprop(String name) {
        return iri(LsbenchVocabulary.DBPPROP + name);
    }
}
