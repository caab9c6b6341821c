package org.wukongs.store.http;

import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.server.ResourceService;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.wukongs.store.http.HttpProblem.Kind;

/**
 * {@code /} and {@code /console/FILE}: the console, pages for browsers. Its files are public; all
 * that they show comes by other routes, with the right that each needs.
 */
final class ConsoleResource {

    private static final String TEXT = "text/plain";
    private static final String HTML = "text/html";

    private final ConsoleFiles files = ConsoleFiles.load();
    private final ResourceService service = new ResourceService();
    private final String policy;
    private final String routes;

    /** {@code routes} is a text for those who do not ask for pages. */
    ConsoleResource(String routes) {
        this.routes = routes;
        policy =
                "default-src 'none'; script-src 'self' '"
                        + files.importMapHash()
                        + "'; style-src 'self'; img-src 'self'; connect-src 'self';"
                        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        service.setHttpContentFactory(files);
        service.setEtags(true);
        service.setDirAllowed(false);
        service.setAcceptRanges(false);
    }

    /** The page for browsers; other clients get the list of routes. */
    HttpReply start(HttpRequest request) {
        HttpReply reply =
                HTML.equals(request.accept().choose(List.of(TEXT, HTML)))
                        ? reply(files.getContent(ConsoleFiles.INDEX))
                        : HttpReply.text(200, TEXT + "; charset=utf-8", routes);
        return reply.header("Vary", "Accept, Accept-Encoding");
    }

    HttpReply file(List<String> path) {
        String name = String.join("/", path);
        HttpContent content = files.getContent(name);
        if (content == null) {
            throw new HttpProblem(Kind.NOT_FOUND, "the console has no such file: name=" + name);
        }
        return reply(content);
    }

    /** A browser asks each time whether a file is still the same, so none survives an upgrade. */
    private HttpReply reply(HttpContent content) {
        return HttpReply.sentBy(exchange -> send(exchange, content))
                .header("Cache-Control", "no-cache")
                .header("Content-Security-Policy", policy)
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Referrer-Policy", "no-referrer");
    }

    private void send(HttpExchange exchange, HttpContent content) {
        Callback end = Callback.from(exchange::succeed, exchange::fail);
        service.doGet(exchange.request(), new PacedResponse(exchange), end, content);
    }

    /** A response that tells the client's pace what it is offered and has taken. */
    private static final class PacedResponse extends Response.Wrapper {

        private final ClientPace pace;

        private PacedResponse(HttpExchange exchange) {
            super(exchange.request(), exchange.response());
            this.pace = exchange.pace();
        }

        @Override
        public void write(boolean last, ByteBuffer part, Callback callback) {
            pace.offer(part == null ? 0 : part.remaining(), System.nanoTime());
            super.write(
                    last,
                    part,
                    new Callback.Nested(callback) {
                        @Override
                        public void succeeded() {
                            pace.taken(System.nanoTime());
                            super.succeeded();
                        }
                    });
        }
    }
}
