package org.wukongs.store.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Finds the words that somebody may have meant by another one. */
final class DidYouMean {

    /** More would be a list to read. */
    private static final int SUGGESTIONS_MAX = 3;

    /** Mistakes in a word: one in three characters. */
    private static final int CHARS_PER_MISTAKE = 3;

    private DidYouMean() {}

    /** Returns {@code , did you mean A or B?}; empty if nothing is near. */
    static String of(String word, Collection<String> known) {
        List<String> near = near(word, known);
        return near.isEmpty() ? "" : ", did you mean " + String.join(" or ", near) + "?";
    }

    /** Returns the nearest words first, of those with few differences. */
    static List<String> near(String word, Collection<String> known) {
        int most = Math.max(1, bare(word).length() / CHARS_PER_MISTAKE);
        List<String> near = new ArrayList<>();
        for (String candidate : new TreeSet<>(known)) {
            if (distance(word, candidate) <= most || begins(word, candidate)) {
                near.add(candidate);
            }
        }
        near.sort(Comparator.comparingInt((String candidate) -> distance(word, candidate)));
        return near.subList(0, Math.min(SUGGESTIONS_MAX, near.size()));
    }

    private static boolean begins(String word, String candidate) {
        return bare(word).length() >= CHARS_PER_MISTAKE && bare(candidate).startsWith(bare(word));
    }

    private static String bare(String word) {
        return word.replaceFirst("^-+", "");
    }

    /**
     * Characters to add, remove, replace or swap with their neighbour (optimal string alignment).
     * Dashes at the beginning do not count.
     */
    static int distance(String word, String candidate) {
        String a = bare(word);
        String b = bare(candidate);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = cost(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cost(int[][] cost, String a, String b, int i, int j) {
        if (i == 0 || j == 0) {
            return i + j;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = cost[i - 1][j - 1] + (same ? 0 : 1);
        least = Math.min(least, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
