package org.wukongs.client;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.wukongs.error.WukongsException;

/** Host and port on which a store node listens for clients. */
@Experimental
public record StoreAddress(String host, int port) {

    public static final int PORT_DEFAULT = 7878;

    /** {@code host:port}, or {@code host} for the default port. */
    public static StoreAddress parse(String text) {
        String trimmed = text.trim();
        int colon = trimmed.lastIndexOf(':');
        String host = colon < 0 ? trimmed : trimmed.substring(0, colon);
        try {
            int port = colon < 0 ? PORT_DEFAULT : Integer.parseInt(trimmed.substring(colon + 1));
            if (!host.isEmpty() && port > 0 && port < 1 << 16) {
                return new StoreAddress(host, port);
            }
        } catch (NumberFormatException e) {
            // Reported below, with the whole text.
        }
        throw WukongsException.user("a store address is HOST:PORT: address=" + text);
    }

    /** Comma-separated addresses, one for each node. */
    public static List<StoreAddress> parseList(String text) {
        List<StoreAddress> addresses = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            addresses.add(parse(part));
        }
        return List.copyOf(addresses);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
