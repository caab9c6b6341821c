package org.wukongs.store.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.security.AccessControl;
import org.wukongs.store.security.Login;
import org.wukongs.store.security.Right;

/** A request as the resources see it; its body has been read. */
final class HttpRequest {

    private static final String BEARER = "Bearer ";

    /** The attribute of Jetty's request with who sends it. */
    private static final String LOGIN = "org.wukongs.login";

    private final Request request;
    private final byte[] body;
    private Right right; // the last one that was asked for, null before

    HttpRequest(Request request, byte[] body) {
        this.request = request;
        this.body = body;
    }

    /**
     * Finds out who sends the request, by the token in its head.
     *
     * @throws HttpProblem if the token does not count
     */
    void logIn(AccessControl access) {
        String header = header("Authorization");
        String token = null;
        if (access.isOn() && header != null) {
            if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
                throw new HttpProblem(
                        Kind.NOT_AUTHENTICATED, "a token is sent as Authorization: Bearer TOKEN");
            }
            token = header.substring(BEARER.length()).strip();
        }
        request.setAttribute(LOGIN, access.login(token, Request.getRemoteAddr(request)));
    }

    /** Returns who sends the request; null if it was refused before that was known. */
    Login login() {
        return login(request);
    }

    /** As above, of a request as Jetty has it. */
    static Login login(Request request) {
        return (Login) request.getAttribute(LOGIN);
    }

    /**
     * Returns what is made of the request's head once, for all steps of answering it.
     *
     * @param name of the attribute of Jetty's request that has it
     */
    <T> T once(String name, Class<T> type, Supplier<T> make) {
        T made = type.cast(request.getAttribute(name));
        if (made == null) {
            made = make.get();
            request.setAttribute(name, made);
        }
        return made;
    }

    /** Throws if who sends the request has not this right. */
    void need(Right needed) {
        right = needed;
        login().check(needed);
    }

    /** Returns the right that was asked for last; null if none was. */
    Right right() {
        return right;
    }

    boolean isSecure() {
        return request.isSecure();
    }

    String method() {
        return request.getMethod();
    }

    /**
     * Returns a header's value, null if there is none; values of repeated headers are joined to a
     * list.
     */
    String header(String name) {
        List<String> values = request.getHeaders().getValuesList(name);
        return values.isEmpty() ? null : String.join(",", values);
    }

    /** Returns the host and port that HTTP/2 has in place of a header; null for HTTP/1. */
    String authority() {
        boolean isHttp2 = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
        return isHttp2 ? request.getHttpURI().getAuthority() : null;
    }

    /** Returns the host and port by which the client calls the store; null if it names none. */
    String host() {
        String authority = authority();
        return authority == null ? header("Host") : authority;
    }

    /** Returns the decoded segments of the path; a trailing slash does not count. */
    List<String> path() {
        List<String> segments = new ArrayList<>();
        for (String segment : rawPath().split("/", -1)) {
            if (!segment.isEmpty()) {
                segments.add(UrlEncoding.decode(segment, false));
            }
        }
        return segments;
    }

    boolean isPath(String path) {
        return rawPath().equals(path);
    }

    /** Returns the encoded path of the URL. */
    String rawPath() {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    /** Returns the URL as the client sees it, without the query part. */
    String url() {
        return HttpURI.build(request.getHttpURI()).query(null).asString();
    }

    /** Returns the encoded query part of the URL, null if there is none. */
    String urlQuery() {
        return request.getHttpURI().getQuery();
    }

    /** Returns the encoded path and query part of the URL. */
    String pathAndQuery() {
        return request.getHttpURI().getPathQuery();
    }

    AcceptHeader accept() {
        return new AcceptHeader(header("Accept"));
    }

    /** Returns the body's media type, empty if the request has none. */
    String bodyType() {
        String header = header("Content-Type");
        if (header == null || header.isBlank()) {
            return "";
        }
        Map<String, String> parameters = new HashMap<>();
        String type = mediaType(header, parameters);
        if (type == null) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "not a media type: contentType=" + header);
        }
        String charset = parameters.getOrDefault("charset", "utf-8");
        if (!charset.equalsIgnoreCase("utf-8")) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "bodies must be UTF-8: charset=" + charset);
        }
        return type;
    }

    /**
     * Returns a media type or range in lower case, and puts its parameters by their lower-case
     * names; null if the text is not one.
     */
    static String mediaType(String text, Map<String, String> parameters) {
        Map<String, String> found = new HashMap<>();
        String type;
        try {
            type = HttpField.getValueParameters(text, found).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null; // an unterminated quote
        }
        found.forEach((name, value) -> parameters.put(name.toLowerCase(Locale.ROOT), value));
        int slash = type.indexOf('/');
        boolean valid = slash > 0 && slash < type.length() - 1 && type.indexOf(' ') < 0;
        return valid ? type : null;
    }

    /** Returns true if nobody waits for the reply any longer; to be called before it begins. */
    boolean isClientGone() {
        return ClientChannel.of(request).isClosedByClient();
    }

    byte[] body() {
        return body;
    }

    /** Returns the first characters of the body, whatever is wrong with them. */
    String bodyBegin(int charsMax) {
        int bytes = Math.min(body.length, 4 * charsMax);
        String text = new String(body, 0, bytes, StandardCharsets.UTF_8);
        return text.substring(0, Math.min(charsMax + 1, text.length()));
    }

    String bodyText() {
        return Utf8.decode(body);
    }
}
