package org.wukongs.store.explore;

/** Names of what plans know by index, from the indexes. */
record NumberedNames() implements StepNames {

    @Override
    public String variable(int column) {
        return "v" + column;
    }

    @Override
    public String constant(int constant) {
        return "c" + constant;
    }

    @Override
    public String filter(int filter) {
        return "f" + filter;
    }

    @Override
    public String graph(int graph) {
        return null;
    }
}
