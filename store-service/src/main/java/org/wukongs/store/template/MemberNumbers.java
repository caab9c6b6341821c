package org.wukongs.store.template;

import org.wukongs.store.view.Neighbours;

/** The numbers of all members, from 1 on. */
record MemberNumbers(int size) implements Neighbours {

    @Override
    public long get(int index) {
        return index + 1L;
    }

    @Override
    public boolean contains(long id) {
        return id >= 1 && id <= size;
    }
}
