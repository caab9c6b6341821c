package org.wukongs.kafka.lsbench;

import static org.wukongs.kafka.lsbench.LsbenchVocabulary.iri;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.literal;

import java.util.Set;
import java.util.TreeSet;

/** Writes the stored triples of groups and their memberships. Not thread-safe. */
final class GroupWriter {

    private static final String TYPE = iri(LsbenchVocabulary.RDF_TYPE);
    private static final String SIOC = LsbenchVocabulary.SIOC;
    private static final String SIB = LsbenchVocabulary.SIB;
    private static final String HAS_MEMBER = iri(SIOC + "has_member");
    private static final String GROUP_OF_MEMBERSHIP = iri(SIB + "group_of_membership");
    private static final String MEMBER_OF_MEMBERSHIP = iri(SIB + "member_of_membership");
    private static final String ADDED = iri(SIB + "added");
    private static final int USERS_PER_GROUP = 14;

    /**
     * A group has 6 to this many members, 51 on average, but at most 5 plus a tenth of all users.
     */
    private static final int MEMBERS_MAX = 96;

    private final SocialGraph graph;
    private final Draws draws;
    private final TimeText times = new TimeText();
    private long membership;

    GroupWriter(LsbenchConfig config, SocialGraph graph) {
        this.graph = graph;
        this.draws = new Draws(config.seed());
    }

    static int groupCount(LsbenchConfig config) {
        return Math.max(1, config.users() / USERS_PER_GROUP);
    }

    /** Writes a group. Groups must come in order, as memberships are numbered as they come. */
    void write(int group, TripleSink sink) {
        draws.of(Draws.Domain.GROUP, group);
        String iri = iri(LsbenchVocabulary.GROUP, group);
        int creator = graph.activeUser(draws);
        long createdMs = UserWriter.JOINED_FROM_MS + (long) draws.below(20_000) * 60_000;
        String tag = Words.tag(draws.below(Posts.TAG_COUNT));
        sink.add(iri, TYPE, iri(SIB + "Group"));
        sink.add(iri, TYPE, iri(SIOC + "Usergroup"));
        sink.add(iri, iri(SIOC + "name"), literal("Group for " + tag));
        sink.add(iri, iri(SIB + "tag"), literal(tag));
        sink.add(iri, iri(LsbenchVocabulary.DC + "created"), times.term(createdMs));
        sink.add(iri(LsbenchVocabulary.USER, creator), iri(SIOC + "creator_of"), iri);
        for (int member : members(creator)) {
            String user = iri(LsbenchVocabulary.USER, member);
            String membershipIri = iri(LsbenchVocabulary.MEMBERSHIP, membership++);
            sink.add(iri, HAS_MEMBER, user);
            sink.add(membershipIri, GROUP_OF_MEMBERSHIP, iri);
            sink.add(membershipIri, MEMBER_OF_MEMBERSHIP, user);
            sink.add(membershipIri, ADDED, times.term(createdMs + draws.below(86_400_000)));
        }
    }

    private Set<Integer> members(int creator) {
        int count = Math.min(6 + draws.below(MEMBERS_MAX - 5), graph.users() / 10 + 5);
        Set<Integer> members = new TreeSet<>();
        members.add(creator);
        for (int i = 1; i < count; i++) {
            members.add(
                    draws.chance(50)
                            ? graph.friend(creator, draws)
                            : 1 + draws.below(graph.users()));
        }
        return members;
    }
}
