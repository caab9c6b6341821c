package org.wukongs.store.metadata;

/** Why a proposal does not hold. */
public enum Refusal {
    NOT_FOUNDED("the cluster is not founded yet"),
    OTHER_CLUSTER("the metadata log is that of another cluster"),
    OTHER_FORMAT("the cluster has the format of another version of the store"),
    OTHER_DIRECTORY("the data directory is not that of this node"),
    RUNS_ELSEWHERE("another process runs with this data directory, or a copy of it"),
    FENCED("the proposer is no member any longer"),
    NOT_A_MEMBER("the node is no member"),
    STILL_A_MEMBER("the node is a member"),
    TAKEN("a plan of this number was proposed before"),
    NOT_NEXT("the plan is not the next one"),
    GOES_BACK("a stream goes back"),
    STREAM_ELSEWHERE("another node has the stream"),
    QUERY_ELSEWHERE("another node has a query of this name"),
    NAME_TAKEN("a stream has this name, or feeds a graph of this name"),
    NOT_THE_OWNER("the node is not the owner of the vertex partition"),
    NOT_ENTERED("the node takes no part in changes"),
    HAS_ENTERED("the node takes part in changes already"),
    HAS_PARTITIONS("the node has vertex partitions, drain it first"),
    HAS_STREAMS("the node is the home of streams"),
    HAS_QUERIES("the node is the home of queries"),
    HAS_CATALOG("the node had the catalog's entries, which did not move"),
    TOO_FEW("a cluster has two nodes at least"),
    HAS_LEFT("the node was removed from the cluster, for good: a new one needs another number"),
    OWNERS_CHANGED(
            "vertex partitions have moved, or a node has entered or left, since the change was"
                    + " divided"),
    NOT_BEFORE("the position is not before the proposal"),
    ENTRY_DIFFERS("the entries of the catalog are not as the change expects"),
    ENTRIES_TOO_LARGE("the entries of the catalog are too large together"),
    TOO_MANY("there are too many");

    private final String text;

    Refusal(String text) {
        this.text = text;
    }

    /** Returns what an operator reads. */
    public String text() {
        return text;
    }
}
