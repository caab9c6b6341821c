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
 */
public record HttpConfig(
        String host, int port, String allowedOrigin, Set<String> allowedHosts, HttpLimits limits) {

    public static final String HOST_DEFAULT = "127.0.0.1";

    public HttpConfig {
        allowedHosts = Set.copyOf(allowedHosts);
    }

    public static HttpConfig of(String host, int port) {
        return new HttpConfig(host, port, null, Set.of(), HttpLimits.DEFAULT);
    }

    public HttpConfig withAllowedOrigin(String origin) {
        return new HttpConfig(host, port, origin, allowedHosts, limits);
    }

    public HttpConfig withAllowedHosts(Set<String> hosts) {
        return new HttpConfig(host, port, allowedOrigin, hosts, limits);
    }

    public HttpConfig withLimits(HttpLimits newLimits) {
        return new HttpConfig(host, port, allowedOrigin, allowedHosts, newLimits);
    }
}
