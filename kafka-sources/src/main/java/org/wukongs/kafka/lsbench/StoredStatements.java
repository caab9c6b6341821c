package org.wukongs.kafka.lsbench;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Iterator of the stored graph's N-Triples statements: users, then groups. Not thread-safe. */
final class StoredStatements implements Iterator<String> {

    private final UserWriter users;
    private final GroupWriter groups;
    private final int userCount;
    private final int groupCount;
    private final ArrayDeque<String> pending = new ArrayDeque<>();
    private int user = 1;
    private int group = 1;

    StoredStatements(LsbenchConfig config, SocialGraph graph) {
        users = new UserWriter(config, graph);
        groups = new GroupWriter(config, graph);
        userCount = config.users();
        groupCount = GroupWriter.groupCount(config);
    }

    @Override
    public boolean hasNext() {
        return !pending.isEmpty() || user <= userCount || group <= groupCount;
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (pending.isEmpty() && user <= userCount) {
            users.write(user++, this::append);
        } else if (pending.isEmpty()) {
            groups.write(group++, this::append);
        }
        return pending.remove();
    }

    private void append(String subject, String predicate, String object) {
        pending.add(subject + " " + predicate + " " + object + " .");
    }
}
