package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The nodes of a cluster and their epochs.
 *
 * <p>Invariants: numbers and data directories of members are distinct; epochs are never given
 * twice; each epoch of a joined member has the sequence of its newest proposal.
 */
final class Members {

    private final NavigableMap<Integer, Member> members = new TreeMap<>();
    private final Map<Long, Long> sequences = new HashMap<>(); // by epoch of joined members
    private long newestEpoch;

    Collection<Member> all() {
        return Collections.unmodifiableCollection(members.values());
    }

    /** Returns a member, null if the node is none. */
    Member member(int node) {
        return members.get(node);
    }

    boolean isJoined(int node) {
        Member member = members.get(node);
        return member != null && member.joined();
    }

    /** Returns the number of the node with an epoch that has not ended, -1 if there is none. */
    int node(long epoch) {
        for (Member member : members.values()) {
            if (member.joined() && member.epoch() == epoch) {
                return member.identity().node();
            }
        }
        return -1;
    }

    /** Returns false for a proposal that has come before. Of an epoch that has not ended. */
    boolean isNew(long epoch, long sequence) {
        return sequence > sequences.get(epoch);
    }

    void seen(long epoch, long sequence) {
        sequences.put(epoch, sequence);
    }

    /** Returns true if the process has joined already. */
    boolean knows(NodeIdentity identity) {
        Member member = members.get(identity.node());
        return member != null && member.identity().equals(identity);
    }

    Refused join(Proposal.Join join) {
        NodeIdentity identity = join.identity();
        Refused refused = checkDirectory(identity);
        if (refused != null) {
            return refused;
        }
        Member before = members.get(identity.node());
        if (before == null && members.size() == ClusterLimits.MEMBER_COUNT_MAX) {
            return Refused.of(Refusal.TOO_MANY, "memberCountMax", ClusterLimits.MEMBER_COUNT_MAX);
        }
        long checkpointed = 0;
        if (before != null) {
            sequences.remove(before.epoch());
            checkpointed = before.checkpointed();
        }
        newestEpoch++;
        sequences.put(newestEpoch, 0L);
        members.put(
                identity.node(),
                new Member(
                        identity, join.host(), join.addresses(), newestEpoch, true, checkpointed));
        return null;
    }

    private Refused checkDirectory(NodeIdentity identity) {
        for (Member member : members.values()) {
            NodeIdentity known = member.identity();
            boolean sameDirectory = known.directoryId() == identity.directoryId();
            if (sameDirectory != (known.node() == identity.node())) {
                return Refused.of(
                        Refusal.OTHER_DIRECTORY,
                        "node",
                        identity.node(),
                        "directory",
                        idText(identity.directoryId()),
                        "memberNode",
                        known.node(),
                        "memberDirectory",
                        idText(known.directoryId()));
            }
            if (sameDirectory && identity.incarnation() <= known.incarnation()) {
                return Refused.of(
                        Refusal.RUNS_ELSEWHERE,
                        "node",
                        identity.node(),
                        "host",
                        member.host(),
                        "start",
                        identity.incarnation(),
                        "newestStart",
                        known.incarnation());
            }
        }
        return null;
    }

    private static String idText(long id) {
        return String.format("%016x", id);
    }

    Refused fence(Proposal.Fence fence) {
        Member member = members.get(fence.node());
        if (member == null || !member.joined() || member.epoch() != fence.epoch()) {
            return Refused.of(Refusal.NOT_A_MEMBER, "node", fence.node(), "epoch", fence.epoch());
        }
        sequences.remove(member.epoch());
        members.put(fence.node(), member.fenced());
        return null;
    }

    /** Notes up to which position a joined node does not need the log any longer. */
    void checkpointed(int node, long position) {
        Member member = members.get(node);
        members.put(node, member.checkpointed(Math.max(member.checkpointed(), position)));
    }

    void remove(int node) {
        sequences.remove(members.remove(node).epoch());
    }

    void putTo(WireWriter out) {
        out.putLong(newestEpoch);
        out.putList(
                List.copyOf(members.values()),
                (member, to) -> {
                    member.putTo(to);
                    to.putLong(sequences.getOrDefault(member.epoch(), 0L));
                });
    }

    /** {@code version} is that of the snapshot. */
    static Members read(int version, WireReader in) {
        Members read = new Members();
        read.newestEpoch = in.getLong();
        int count = in.getInt();
        checkCount(count);
        List<Long> epochs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Member member = Member.read(version, in);
            long sequence = in.getLong();
            epochs.add(member.epoch());
            read.members.put(member.identity().node(), member);
            if (member.joined()) {
                read.sequences.put(member.epoch(), sequence);
            }
        }
        ClusterLimits.checkDistinct("epochs of members", epochs);
        checkCount(read.members.size() == count ? count : -1);
        return read;
    }

    private static void checkCount(int count) {
        if (count < 0 || count > ClusterLimits.MEMBER_COUNT_MAX) {
            throw new IllegalArgumentException("not a number of members: count=" + count);
        }
    }
}
