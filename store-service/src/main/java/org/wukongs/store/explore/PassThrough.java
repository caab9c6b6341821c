package org.wukongs.store.explore;

/** Passes the rows of the parent on. */
final class PassThrough extends Producer {

    private static final long[] NO_IDS = {};

    private int[] rows = {};
    private int position;
    private int end;

    @Override
    public void bind(Bindings bindings) {
        // The step names nothing.
    }

    @Override
    public void unbind() {
        // See above.
    }

    @Override
    public void begin(Morsel parent, int from, int to) {
        position = from;
        end = to;
    }

    @Override
    public int next(int morselRows) {
        if (position == end) {
            return -1;
        }
        int count = Math.min(morselRows, end - position);
        if (rows.length < count) {
            rows = new int[count];
        }
        for (int i = 0; i < count; i++) {
            rows[i] = position + i;
        }
        position += count;
        return count;
    }

    @Override
    public int[] rows() {
        return rows;
    }

    @Override
    public long[] ids() {
        return NO_IDS;
    }
}
