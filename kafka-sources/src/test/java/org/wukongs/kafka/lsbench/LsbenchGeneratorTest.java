package org.wukongs.kafka.lsbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.wukongs.stream.Tuple;

class LsbenchGeneratorTest {

    private static final long START_MS = 1_700_000_000_123L;

    private final LsbenchConfig config = LsbenchConfig.defaults();

    @ParameterizedTest
    @EnumSource(LsbenchStreams.class)
    void tupleIHasTheEventTimeOfItsRate(LsbenchStreams stream) {
        LsbenchConfig odd = config.withRate(stream, 777);
        Iterator<Tuple> tuples = new LsbenchGenerator(odd).tuples(stream, START_MS);
        for (long i = 0; i < 5000; i++) {
            assertThat(tuples.next().eventTimeMs()).isEqualTo(START_MS + i * 1000 / 777);
        }
    }

    @ParameterizedTest
    @EnumSource(LsbenchStreams.class)
    void sameSeedGivesTheSameTuplesWhateverElseIsRead(LsbenchStreams stream) {
        List<Tuple> alone = take(new LsbenchGenerator(config), stream, 20_000);
        LsbenchGenerator shared = new LsbenchGenerator(config);
        List<Iterator<Tuple>> others =
                Arrays.stream(LsbenchStreams.values())
                        .map(other -> shared.tuples(other, START_MS))
                        .toList();
        Iterator<Tuple> tuples = shared.tuples(stream, START_MS);
        List<Tuple> interleaved = new ArrayList<>();
        for (int i = 0; i < alone.size(); i++) {
            others.get(i % others.size()).next();
            interleaved.add(tuples.next());
        }
        assertThat(interleaved).isEqualTo(alone);
        assertThat(take(new LsbenchGenerator(config.withSeed(2)), stream, 1000))
                .isNotEqualTo(alone.subList(0, 1000));
    }

    @Test
    void storedGraphIsTheSameForTheSameSeed() {
        Set<String> first = stored(config);
        assertThat(stored(config)).isEqualTo(first);
        assertThat(stored(config.withSeed(2))).isNotEqualTo(first);
    }

    @Test
    void itemsTakeAsManyTuplesAsTheySay() {
        SocialGraph graph = new SocialGraph(config);
        Posts posts = new Posts(config, graph);
        PostWriter writer = new PostWriter(config, posts.all());
        Photos photos = new Photos(config, graph);
        PhotoWriter photoWriter = new PhotoWriter(config, new Photos(config, graph));
        for (int number = 0; number < 2000; number++) {
            assertThat(tupleCount(writer)).isEqualTo(posts.post(number).tupleCount());
            assertThat(tupleCount(photoWriter)).isEqualTo(photos.next().tupleCount());
        }
    }

    @Test
    void friendshipIsSymmetricAndUnequallySpread() {
        SocialGraph graph = new SocialGraph(config.withUsers(10_000));
        long degrees = 0;
        for (int user = 1; user <= graph.users(); user++) {
            int[] friends = graph.friends(user);
            degrees += friends.length;
            assertThat(friends).isNotEmpty().isSorted().doesNotHaveDuplicates();
            for (int friend : friends) {
                assertThat(friend).isNotEqualTo(user);
                assertThat(graph.knows(friend, user)).isTrue();
            }
        }
        assertThat(degrees / 10_000.0).isBetween(22.0, 32.0);
        assertThat(graph.friends(1).length).isGreaterThan(5 * graph.friends(5000).length);
    }

    @Test
    void smallestNetworkWorks() {
        LsbenchConfig small = config.withUsers(LsbenchConfig.USERS_MIN).scaledRates(0.001);
        assertThat(stored(small)).isNotEmpty();
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            assertThat(take(new LsbenchGenerator(small), stream, 3000)).hasSize(3000);
        }
    }

    @Test
    void likesFollowWhatTheyLike() {
        LsbenchGenerator generator = new LsbenchGenerator(config);
        assertLikesFollow(generator, LsbenchStreams.PO, LsbenchStreams.PO_LIKE, "creator_of>");
        assertLikesFollow(generator, LsbenchStreams.PH, LsbenchStreams.PH_LIKE, "container_of>");
    }

    /** Apart from the very first item, which is liked while it is being published. */
    private static void assertLikesFollow(
            LsbenchGenerator generator,
            LsbenchStreams items,
            LsbenchStreams likes,
            String predicateEnd) {
        Set<String> published = new TreeSet<>();
        Iterator<Tuple> itemTuples = generator.tuples(items, START_MS);
        Iterator<Tuple> likeTuples = generator.tuples(likes, START_MS);
        Tuple item = itemTuples.next();
        for (int i = 0; i < 20_000; i++) {
            Tuple like = likeTuples.next();
            while (item.eventTimeMs() <= like.eventTimeMs()) {
                if (item.predicate().endsWith(predicateEnd)) {
                    published.add(item.object());
                }
                item = itemTuples.next();
            }
            if (like.eventTimeMs() > START_MS + 100) {
                assertThat(published).contains(like.object());
            }
        }
    }

    private static List<Tuple> take(LsbenchGenerator generator, LsbenchStreams stream, int count) {
        Iterator<Tuple> tuples = generator.tuples(stream, START_MS);
        List<Tuple> taken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            taken.add(tuples.next());
        }
        return taken;
    }

    private static int tupleCount(TupleSequence.ItemWriter writer) {
        List<String> subjects = new ArrayList<>();
        writer.writeNext(0, (s, p, o) -> subjects.add(s));
        return subjects.size();
    }

    private static Set<String> stored(LsbenchConfig config) {
        Set<String> statements = new TreeSet<>();
        new LsbenchGenerator(config)
                .writeStored(line -> assertThat(statements.add(line)).as(line).isTrue());
        return statements;
    }
}
