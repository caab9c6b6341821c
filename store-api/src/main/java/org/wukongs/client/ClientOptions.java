package org.wukongs.client;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.annotation.Experimental;
import org.wukongs.error.WukongsException;

/**
 * How a client's connections are made: what carries requests and replies, and how client and store
 * know each other. It has names of files, not what is in them.
 *
 * @param transport {@link Transport#AUTO} is TCP if connections are encrypted
 * @param security token and TLS
 */
@Experimental
public record ClientOptions(Transport transport, ClientSecurity security) implements Serializable {

    /** Shared memory on one host, else TCP; no token, no encryption. */
    public static final ClientOptions DEFAULT =
            new ClientOptions(Transport.AUTO, ClientSecurity.NONE);

    /**
     * @throws WukongsException USER for {@link Transport#SHM} over TLS, which does not cover what
     *     goes through shared memory
     */
    public ClientOptions {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(security, "security");
        if (transport == Transport.SHM && security.isTls()) {
            throw WukongsException.user(
                    "what goes through shared memory is not encrypted: transport=shm tls=true");
        }
    }

    /** The same with another transport. */
    public ClientOptions with(Transport transport) {
        return new ClientOptions(transport, security);
    }

    /** The same with another token, or other keys. */
    public ClientOptions with(ClientSecurity security) {
        return new ClientOptions(transport, security);
    }
}
