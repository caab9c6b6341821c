package org.wukongs.store.http;

import java.util.Set;

/**
 * Configuration of the HTTP server: where it listens, who may send requests, and its limits.
 *
 * @param port 0 for any free one
 * @param allowedOrigin the web origin whose pages may use this store, {@code *} for any, null for
 *     none
 * @param allowedHosts names by which requests may address this store, besides loopback's and IP
 *     addresses; {@code *} for any
 * @param live limits of live readers, whose connections are among those of {@code limits}
 */
public record HttpConfig(
        String host,
        int port,
        String allowedOrigin,
        Set<String> allowedHosts,
        HttpLimits limits,
        LiveLimits live) {

    public static final String HOST_DEFAULT = "127.0.0.1";

    public HttpConfig {
        allowedHosts = Set.copyOf(allowedHosts);
        if (live.readerCountMax() > LiveLimits.readerCountMax(limits)) {
            throw new IllegalArgumentException(
                    "too many live readers for the connections: readers=" + live.readerCountMax());
        }
    }

    public static HttpConfig of(String host, int port) {
        return new HttpConfig(host, port, null, Set.of(), HttpLimits.DEFAULT, LiveLimits.DEFAULT);
    }

    public HttpConfig withAllowedOrigin(String origin) {
        return new HttpConfig(host, port, origin, allowedHosts, limits, live);
    }

    public HttpConfig withAllowedHosts(Set<String> hosts) {
        return new HttpConfig(host, port, allowedOrigin, hosts, limits, live);
    }

    public HttpConfig withLimits(HttpLimits newLimits) {
        return new HttpConfig(
                host, port, allowedOrigin, allowedHosts, newLimits, live.within(newLimits));
    }

    public HttpConfig withLive(LiveLimits newLive) {
        return new HttpConfig(host, port, allowedOrigin, allowedHosts, limits, newLive);
    }
}
