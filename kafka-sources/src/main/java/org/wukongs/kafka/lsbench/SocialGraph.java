package org.wukongs.kafka.lsbench;

import java.util.Arrays;

/**
 * The friendships of all users. Users are numbered 1 (most active, most friends) to n.
 *
 * <p>Wanted degrees follow a power law over the users' numbers; most friends are near each other on
 * a shuffled ring, so that friends of friends are often friends. Invariants: friendship is
 * symmetric, no user is their own friend, every user has a friend, lists are sorted. Immutable
 * after construction; may be shared.
 */
final class SocialGraph {

    /**
     * Mean number of friends at 10,000 users, as in the benchmark's data; grows with the fourth
     * root of users.
     */
    private static final double MEAN_DEGREE = 27;

    private static final double MEAN_DEGREE_USERS = 10_000;

    /** Degree ~ (user/n)^−0.6: few users have many friends. */
    private static final double DEGREE_EXPONENT = 0.6;

    /** Largest degree as a multiple of the mean; bounds the work of one like or tag. */
    private static final double DEGREE_MAX_FACTOR = 8;

    private static final int NEAR_PERCENT = 75;
    private static final int FORUMS_MAX = 3;

    private final int[][] friends;
    private final Zipf activity;

    SocialGraph(LsbenchConfig config) {
        int users = config.users();
        activity = new Zipf(users, 0.8);
        friends = new int[users + 1][];
        Draws draws = new Draws(config.seed());
        link(new Ring(users, draws), wantedDegrees(users), draws);
    }

    int users() {
        return friends.length - 1;
    }

    /** The friends of a user, sorted. Owned by the graph: do not change it. */
    int[] friends(int user) {
        return friends[user];
    }

    boolean knows(int user, int other) {
        return Arrays.binarySearch(friends[user], other) >= 0;
    }

    /** Draws an active user: low numbers often, high numbers rarely. */
    int activeUser(Draws draws) {
        return 1 + activity.rank(draws);
    }

    int friend(int user, Draws draws) {
        return friends[user][draws.below(friends[user].length)];
    }

    /** Number of forums that a user moderates, 1 to {@link #FORUMS_MAX}. */
    int forumCount(int user) {
        return 1 + (user * 7 + user / 3) % FORUMS_MAX;
    }

    long forum(int user, int index) {
        return (user - 1L) * FORUMS_MAX + 1 + index;
    }

    private static int[] wantedDegrees(int users) {
        double mean = MEAN_DEGREE * StrictMath.pow(users / MEAN_DEGREE_USERS, 0.25);
        double max = Math.min(users / 2.0, mean * DEGREE_MAX_FACTOR);
        double sum = 0;
        double[] shape = new double[users + 1];
        for (int user = 1; user <= users; user++) {
            shape[user] = StrictMath.pow(user / (double) users, -DEGREE_EXPONENT);
            sum += shape[user];
        }
        int[] wanted = new int[users + 1];
        for (int user = 1; user <= users; user++) {
            double degree = shape[user] * mean * users / sum;
            wanted[user] = (int) Math.max(1, Math.min(max, Math.rint(degree)));
        }
        return wanted;
    }

    /** Links friends: each user asks half of the wanted friends; the other half asks them. */
    private void link(Ring ring, int[] wanted, Draws draws) {
        int[] counts = new int[friends.length];
        for (int user = 1; user <= users(); user++) {
            friends[user] = new int[wanted[user] + 4];
        }
        for (int user = 1; user <= users(); user++) {
            draws.of(Draws.Domain.FRIENDS, user);
            int asks = Math.max(counts[user] == 0 ? 1 : 0, (wanted[user] + 1) / 2);
            // At most four tries for each: a user who knows the whole neighbourhood gets fewer.
            for (int tries = 4 * asks; asks > 0 && tries > 0; tries--) {
                boolean near = draws.chance(NEAR_PERCENT);
                int other = near ? ring.near(user, wanted[user] + 4, draws) : activeUser(draws);
                asks -= befriend(user, other, counts) ? 1 : 0;
            }
            if (counts[user] == 0) {
                befriend(user, user == 1 ? 2 : 1, counts);
            }
        }
        for (int user = 1; user <= users(); user++) {
            friends[user] = Arrays.copyOf(friends[user], counts[user]);
            Arrays.sort(friends[user]);
        }
    }

    private boolean befriend(int user, int other, int[] counts) {
        for (int i = 0; i < counts[user]; i++) {
            if (friends[user][i] == other) {
                return false;
            }
        }
        if (user == other) {
            return false;
        }
        append(user, other, counts);
        append(other, user, counts);
        return true;
    }

    private void append(int user, int friend, int[] counts) {
        if (counts[user] == friends[user].length) {
            friends[user] = Arrays.copyOf(friends[user], 2 * counts[user]);
        }
        friends[user][counts[user]++] = friend;
    }

    /** All users in a shuffled circle. */
    private static final class Ring {
        private final int[] userAt;
        private final int[] positionOf;

        Ring(int users, Draws draws) {
            userAt = new int[users];
            positionOf = new int[users + 1];
            draws.of(Draws.Domain.RING, 0);
            for (int i = 0; i < users; i++) {
                int j = draws.below(i + 1);
                userAt[i] = userAt[j];
                userAt[j] = i + 1;
            }
            for (int i = 0; i < users; i++) {
                positionOf[userAt[i]] = i;
            }
        }

        int near(int user, int reach, Draws draws) {
            int step = 1 + draws.below(reach);
            int direction = draws.chance(50) ? step : -step;
            return userAt[Math.floorMod(positionOf[user] + direction, userAt.length)];
        }
    }
}
