package org.wukongs.store.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.HostPort;
import org.wukongs.store.http.HttpProblem.Kind;

/**
 * By which names a request may call this store. A page of another site can give its own name this
 * store's address after it was loaded (DNS rebinding); to the browser they are one site then, but
 * the request still has the other name. An address cannot be given to anybody, so all are good.
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

    /** A request of HTTP/1.0 need not say; no browser sends one. */
    void check(HttpRequest request) {
        String header = request.header("Host");
        if (header != null && !isAllowed(header)) {
            throw new HttpProblem(
                    Kind.HOST_NOT_ALLOWED,
                    "the store does not have this name, --http-allow-host gives it: host="
                            + header);
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
