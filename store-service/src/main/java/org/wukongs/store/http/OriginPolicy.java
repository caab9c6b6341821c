package org.wukongs.store.http;

import org.wukongs.store.http.HttpProblem.Kind;

/**
 * Checks which web pages may use the store (CORS). Without an allowed origin, requests from pages
 * of other sites are refused, whatever the method: a browser sends simple requests without asking
 * first, and a query costs work even if the page cannot read its result.
 *
 * <p>Browsers send where a request comes from: in {@code Sec-Fetch-Site}, which no page can set,
 * and in {@code Origin}, which simple GETs lack. Other clients send neither and are not checked.
 */
final class OriginPolicy {

    private static final String ANY = "*";

    private final String allowedOrigin;

    /** {@code allowedOrigin} is null for none, {@code *} for any. */
    OriginPolicy(String allowedOrigin) {
        this.allowedOrigin = allowedOrigin;
    }

    void check(HttpRequest request) {
        String origin = request.header("Origin");
        String site = request.header("Sec-Fetch-Site");
        boolean own =
                site == null
                        ? origin == null || origin.equals(own(request))
                        : site.equals("same-origin") || site.equals("none");
        if (!own && !isFollowedLink(request) && !allows(origin)) {
            throw new HttpProblem(
                    Kind.FORBIDDEN_ORIGIN,
                    "the origin is not allowed, --http-allow-origin allows one: origin="
                            + origin
                            + (site == null ? "" : " site=" + site));
        }
    }

    /**
     * Whether a person goes to the console, from whatever page. That page learns nothing of it, and
     * cannot frame it.
     */
    private static boolean isFollowedLink(HttpRequest request) {
        return request.isPath("/")
                && request.method().equals("GET")
                && "navigate".equals(request.header("Sec-Fetch-Mode"))
                && "document".equals(request.header("Sec-Fetch-Dest"));
    }

    private static String own(HttpRequest request) {
        return (request.isSecure() ? "https://" : "http://") + request.host();
    }

    HttpReply mark(HttpRequest request, HttpReply reply) {
        String origin = request.header("Origin");
        if (origin == null || !allows(origin)) {
            return reply;
        }
        reply.header("Access-Control-Allow-Origin", allowedOrigin);
        reply.header("Access-Control-Expose-Headers", "Location, Wukongs-Snapshot");
        if (request.method().equals("OPTIONS")) {
            reply.header("Access-Control-Allow-Methods", "GET, POST, DELETE");
            reply.header("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type");
        }
        return reply;
    }

    private boolean allows(String origin) {
        return ANY.equals(allowedOrigin) || (allowedOrigin != null && allowedOrigin.equals(origin));
    }
}
