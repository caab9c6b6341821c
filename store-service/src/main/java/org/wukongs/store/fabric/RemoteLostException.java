package org.wukongs.store.fabric;

/** A read of another node's memory has not ended: the way there is lost, or it took too long. */
public final class RemoteLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message constant text, facts as key=value
     */
    public RemoteLostException(String message) {
        super(message, null, false, false);
    }
}
