package org.wukongs.table;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;
import org.wukongs.client.Transport;

/** What carries requests to the store and its replies. */
@PublicEvolving
public enum TableTransport implements DescribedEnum {
    AUTO(
            Transport.AUTO,
            "Memory that is shared with a node on the same host where both can, else TCP; TCP with"
                    + " TLS."),
    TCP(Transport.TCP, "TCP."),
    SHM(
            Transport.SHM,
            "Shared memory; a node with which there is none counts as unreachable. Not with TLS.");

    private final Transport transport;
    private final String description;

    TableTransport(Transport transport, String description) {
        this.transport = transport;
        this.description = description;
    }

    Transport transport() {
        return transport;
    }

    @Override
    public String toString() {
        return transport.text();
    }

    @Override
    public InlineElement getDescription() {
        return TextElement.text(description);
    }
}
