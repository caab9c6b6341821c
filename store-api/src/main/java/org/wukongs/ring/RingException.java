package org.wukongs.ring;

import java.io.IOException;

/** The other side has written to the shared memory what no peer of this protocol writes. */
public final class RingException extends IOException {

    private static final long serialVersionUID = 1L;

    RingException(String message) {
        super(message);
    }
}
