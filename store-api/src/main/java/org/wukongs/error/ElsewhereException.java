package org.wukongs.error;

/**
 * USER error: another node of the cluster has what a request is about. The node that was asked has
 * done nothing, so the request can be repeated at the other one; clients do that by themselves.
 */
public final class ElsewhereException extends WukongsException {

    private static final long serialVersionUID = 1L;

    private final int node;
    private final String address;

    /**
     * @param what constant text and facts, to which the node is added
     * @param node number of the node to ask
     * @param address {@code HOST:PORT} where it listens for clients
     */
    public ElsewhereException(String what, int node, String address) {
        super(Category.USER, what + " node=" + node + " address=" + address);
        this.node = node;
        this.address = address;
    }

    /** As it came from a node, with the whole message. */
    public static ElsewhereException received(String message, int node, String address) {
        return new ElsewhereException(node, address, message);
    }

    private ElsewhereException(int node, String address, String message) {
        super(Category.USER, message);
        this.node = node;
        this.address = address;
    }

    public int node() {
        return node;
    }

    public String address() {
        return address;
    }
}
