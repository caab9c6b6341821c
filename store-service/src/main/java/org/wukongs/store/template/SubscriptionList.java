package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The queries of a template in the order of their registration, to be read by pages. Belongs to the
 * thread that registers queries. Queries that have ended are skipped, and dropped when they are
 * half of all.
 */
public final class SubscriptionList {

    private static final int CAPACITY_MIN = 4;
    private static final int ENDED_COUNT_MIN = 64;

    private TemplateSubscription[] list = new TemplateSubscription[CAPACITY_MIN];
    private int size;
    private int endedHere; // of those in the list
    private long added;
    private long ended;

    void add(TemplateSubscription subscription) {
        if (size == list.length) {
            list = Arrays.copyOf(list, 2 * size);
        }
        list[size++] = subscription;
        subscription.number(++added);
    }

    /** Called when one of the subscriptions has ended. */
    void ended() {
        ended++;
        endedHere++;
        if (endedHere >= ENDED_COUNT_MIN && endedHere > size / 2) {
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if (list[i].member() != null) {
                    list[kept++] = list[i];
                }
            }
            list = Arrays.copyOf(list, Math.max(CAPACITY_MIN, kept));
            size = kept;
            endedHere = 0;
        }
    }

    /** How many were ever added, which is the sequence number of the newest. */
    public long added() {
        return added;
    }

    /** How many have ended. */
    public long endedCount() {
        return ended;
    }

    public int count() {
        return size - endedHere;
    }

    /** The first {@code countMax} subscriptions after the one with number {@code sequence}. */
    public List<TemplateSubscription> after(long sequence, int countMax) {
        List<TemplateSubscription> page = new ArrayList<>();
        for (int i = indexAfter(sequence); i < size && page.size() < countMax; i++) {
            if (list[i].member() != null) {
                page.add(list[i]);
            }
        }
        return page;
    }

    private int indexAfter(long sequence) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (list[middle].sequence() <= sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
