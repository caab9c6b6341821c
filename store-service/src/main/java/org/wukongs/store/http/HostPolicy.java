package org.wukongs.store.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.HostPort;
import org.wukongs.store.http.HttpProblem.Kind;

/**
 * Checks the host name by which a request addresses this store. After a page of another site was
 * loaded, that site can point its own name at this store's address (DNS rebinding). The browser
 * then takes the two for one site, but the request still has the site's name. No site can take over
 * an IP address, so requests by address are always allowed.
 */
final class HostPolicy {

    private static final String ANY = "*";
    private static final String LOOPBACK = "localhost";
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final Set<String> names = new HashSet<>();

    HostPolicy(HttpConfig config) {
        names.add(LOOPBACK);
        names.add(config.host().toLowerCase(Locale.ROOT));
        config.allowedHosts().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    }

    /**
     * Throws if a name is not allowed. A request of HTTP/1.0 need not have one; no browser sends
     * HTTP/1.0.
     */
    void check(HttpRequest request) {
        check(request.header("Host"));
        check(request.authority()); // a request of HTTP/2 may have both
    }

    private void check(String header) {
        if (header != null && !isAllowed(header)) {
            throw new HttpProblem(
                    Kind.HOST_NOT_ALLOWED,
                    "this host name is not allowed, --http-allow-host allows it: host=" + header);
        }
    }

    private boolean isAllowed(String header) {
        if (names.contains(ANY)) {
            return true;
        }
        String name;
        try {
            name = new HostPort(header).getHost().toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return false;
        }
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        boolean address = name.startsWith("[") || IPV4.matcher(name).matches();
        return address || names.contains(name) || name.endsWith("." + LOOPBACK);
    }
}
