package org.wukongs.store.view;

import java.util.function.ToLongFunction;

/**
 * The RDF merge of several views: a triple that several of them have is seen once.
 *
 * <p>Each step runs over each member as a whole; then the members' results are merged row by row.
 */
public final class UnionView extends TripleView {

    private final TripleView[] members;

    private UnionView(TripleView[] members) {
        this.members = members;
    }

    /** Returns the union, which is the member itself if there is only one. Keeps the array. */
    public static TripleView of(TripleView... members) {
        return members.length == 1 ? members[0] : new UnionView(members);
    }

    @Override
    public Neighbours neighbours(long key) {
        Neighbours first = NeighbourList.EMPTY;
        NeighbourList merged = null;
        for (TripleView member : members) {
            Neighbours list = member.neighbours(key);
            if (list.size() == 0) {
                continue;
            }
            if (first.size() == 0) {
                first = list;
                continue;
            }
            if (merged == null) {
                merged = new NeighbourList();
                addAll(first, merged);
            }
            addAll(list, merged);
        }
        return merged == null ? first : merged;
    }

    private static void addAll(Neighbours from, NeighbourList into) {
        for (int i = 0; i < from.size(); i++) {
            into.add(from.get(i));
        }
    }

    @Override
    public long degree(long key) {
        return sum(member -> member.degree(key));
    }

    @Override
    public long readCount(long key) {
        return sum(member -> member.readCount(key));
    }

    private long sum(ToLongFunction<TripleView> count) {
        long sum = 0;
        for (TripleView member : members) {
            sum += count.applyAsLong(member);
        }
        return sum;
    }

    @Override
    public boolean concurrentReads() {
        for (TripleView member : members) {
            if (!member.concurrentReads()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isRemote() {
        for (TripleView member : members) {
            if (member.isRemote()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long requestCount() {
        return sum(TripleView::requestCount);
    }

    @Override
    public long requestBytes() {
        return sum(TripleView::requestBytes);
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        for (TripleView member : members) {
            if (member.contains(subject, predicate, object)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long tripleCount(long predicate) {
        return sum(member -> member.tripleCount(predicate));
    }

    @Override
    public long tripleCount() {
        return sum(TripleView::tripleCount);
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        RowMerge merge = new RowMerge(members.length);
        for (int member = 0; member < members.length; member++) {
            Expansion part = into.part(member);
            members[member].expand(vertices, count, pid, direction, part);
            merge.set(member, part);
        }
        merge.appendTo(into);
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        RestOfRows rest = new RestOfRows(count);
        for (TripleView member : members) {
            rest.keep(
                    member.probe(rest.of(subjects, 0), pid, rest.of(objects, 1), rest.size(), kept),
                    kept);
        }
        return rest.kept(kept);
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        RestOfRows rest = new RestOfRows(count);
        for (TripleView member : members) {
            rest.keep(
                    member.probeConstant(
                            rest.of(vertices, 0), rest.size(), pid, direction, neighbour, kept),
                    kept);
        }
        return rest.kept(kept);
    }

    @Override
    public void expandKeys(long[] keys, int count, Expansion into) {
        RowMerge merge = new RowMerge(members.length);
        for (int member = 0; member < members.length; member++) {
            Expansion part = into.part(member);
            members[member].expandKeys(keys, count, part);
            merge.set(member, part);
        }
        merge.appendTo(into);
    }

    @Override
    public int probeKeys(long[] subjects, long[] pids, long[] objects, int count, int[] kept) {
        RestOfRows rest = new RestOfRows(count);
        for (TripleView member : members) {
            long[] s = rest.of(subjects, 0);
            long[] o = rest.of(objects, 1);
            rest.keep(member.probeKeys(s, rest.of(pids, 2), o, rest.size(), kept), kept);
        }
        return rest.kept(kept);
    }
}
