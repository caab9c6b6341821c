package org.wukongs.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.wukongs.client.NodeConnections.Group;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WindowCodecs;

/**
 * A request for windows. If the queries are at several nodes, each node is asked for its own, at
 * first without waiting; the wait for the first window is divided into slices, which the nodes get
 * in turn.
 */
final class WindowRequest {

    /** A window of another node waits so long at most. */
    private static final Duration SLICE = Duration.ofMillis(20);

    private final String reader;
    private final List<WindowsWanted> wanted;
    private final int windowsMax;
    private final Duration wait;

    WindowRequest(String reader, List<WindowsWanted> wanted, int windowsMax, Duration wait) {
        this.reader = reader;
        this.wanted = wanted;
        this.windowsMax = windowsMax;
        this.wait = wait;
    }

    /** Fetches the windows from the nodes that have the queries. */
    List<FetchedWindows> fetch(NodeConnections nodes) {
        return nodes.grouped(wanted, one -> HomeSubject.of(one.kind(), one.of()), this::fetch);
    }

    private List<FetchedWindows> fetch(List<Group> groups) {
        if (groups.size() == 1) {
            return ask(groups.get(0), wanted, windowsMax, wait);
        }
        Answers answers = new Answers();
        askAll(groups, answers);
        Duration waited = Duration.ZERO;
        for (int turn = 0; !answers.any && waited.compareTo(wait) < 0; turn++) {
            Duration left = wait.minus(waited);
            Duration slice = left.compareTo(SLICE) < 0 ? left : SLICE;
            Group group = groups.get(turn % groups.size());
            answers.take(group, ask(group, group.of(wanted), windowsMax, slice));
            waited = waited.plus(slice);
        }
        return answers.complete();
    }

    private void askAll(List<Group> groups, Answers answers) {
        int left = windowsMax;
        for (int i = 0; i < groups.size() && left > 0; i++) {
            Group group = groups.get(i);
            left -= answers.take(group, ask(group, group.of(wanted), left, Duration.ZERO));
        }
    }

    private List<FetchedWindows> ask(
            Group group, List<WindowsWanted> asked, int most, Duration longest) {
        group.at()
                .begin(MessageType.FETCH_WINDOWS)
                .putString(reader)
                .putList(asked, WindowCodecs::put)
                .putInt(most)
                .putLong(longest.toMillis());
        return group.at().call().getList(WindowCodecs::fetchedWindows);
    }

    /** The newest answer for each query. */
    private final class Answers {

        private final FetchedWindows[] all = new FetchedWindows[wanted.size()]; // null if none
        private boolean any; // windows

        /** Returns how many windows came. */
        int take(Group group, List<FetchedWindows> fetched) {
            int count = 0;
            for (int i = 0; i < fetched.size(); i++) {
                all[group.places().get(i)] = fetched.get(i);
                count += fetched.get(i).windows().size();
            }
            any |= count > 0;
            return count;
        }

        /** The answers up to the first query without one. */
        List<FetchedWindows> complete() {
            int count = 0;
            while (count < all.length && all[count] != null) {
                count++;
            }
            return List.copyOf(Arrays.asList(all).subList(0, count));
        }
    }
}
