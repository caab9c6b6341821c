package org.wukongs.store.cluster;

import java.util.Objects;
import org.wukongs.store.view.Neighbours;

/**
 * A list at another node. Its first ids came with its length; the others are read when they are
 * asked for, page by page, each page twice as long as the one before. Used by one thread.
 */
final class RemoteList implements Neighbours {

    private final RemoteReads reads;
    private final PartitionedView view;
    private final long key;
    private final int size;
    private long[] page;
    private int pageFrom;

    RemoteList(RemoteReads reads, PartitionedView view, long key, int size, long[] first) {
        this.reads = reads;
        this.view = view;
        this.key = key;
        this.size = size;
        this.page = first;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long get(int index) {
        Objects.checkIndex(index, size);
        turnTo(index);
        return page[index - pageFrom];
    }

    @Override
    public boolean contains(long id) {
        return view.isNeighbour(key, id);
    }

    @Override
    public void copyTo(int from, int count, long[] into, int at) {
        Objects.checkFromIndexSize(from, count, size);
        int done = 0;
        while (done < count) {
            turnTo(from + done);
            int skip = from + done - pageFrom;
            int some = Math.min(count - done, page.length - skip);
            System.arraycopy(page, skip, into, at + done, some);
            done += some;
        }
    }

    @Override
    public void gather(long[] places, int count, long[] into) {
        boolean near = true;
        for (int i = 0; i < count; i++) {
            near &= places[i] >= pageFrom && places[i] < pageFrom + page.length;
        }
        if (near) {
            Neighbours.super.gather(places, count, into);
            return;
        }
        long[] asked = new long[count];
        System.arraycopy(places, 0, asked, 0, count);
        System.arraycopy(reads.places(key, asked), 0, into, 0, count);
    }

    private void turnTo(int index) {
        if (index >= pageFrom && index < pageFrom + page.length) {
            return;
        }
        int wanted =
                Math.min(
                        RequestLimits.PAGE_IDS_MAX,
                        Math.max(RequestLimits.PAGE_IDS_FIRST, 2 * page.length));
        page = reads.page(key, size, index, wanted);
        pageFrom = index;
    }
}
