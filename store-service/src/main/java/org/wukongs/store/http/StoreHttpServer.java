package org.wukongs.store.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.store.security.ServerTls;
import org.wukongs.store.server.StoreServer;

/** The HTTP server of a store node; close it before the store itself. */
public final class StoreHttpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreHttpServer.class);

    private static final int ACCEPT_BACKLOG = 128;

    /** Below this, a head and a checksum are more than what is saved, as one packet has both. */
    private static final int COMPRESSED_BYTES_MIN = 1024;

    /**
     * Threads besides those of admitted requests: one accepts, one selects, the others read and
     * write.
     */
    private static final int IO_THREAD_COUNT = 8;

    private static final int THREAD_COUNT_MIN = 4;

    /**
     * Paths that Jetty regards as ambiguous are not ambiguous here: they are split before they are
     * decoded, and the decoder refuses text that is not UTF-8.
     */
    private static final UriCompliance RAW_PATHS =
            new UriCompliance(
                    "RAW_PATHS",
                    EnumSet.complementOf(EnumSet.of(Violation.USER_INFO, Violation.FRAGMENT)));

    private final Server server;
    private final ServerTls tls; // null for none
    private final ServerConnector connector;
    private final int port;
    private final RequestCounts counts = new RequestCounts();
    private final HttpConnections connections;
    private final LiveResults live;
    private final RequestHandler handler;
    private boolean closed;

    private StoreHttpServer(StoreServer store, HttpConfig config) throws IOException {
        int threadCountMax = config.limits().requestCountMax() + IO_THREAD_COUNT;
        QueuedThreadPool threads = new QueuedThreadPool(threadCountMax, THREAD_COUNT_MIN);
        threads.setName("wukongs-http");
        threads.setDaemon(true);
        ScheduledExecutorScheduler scheduler =
                new ScheduledExecutorScheduler("wukongs-http-watch", true);
        // Jetty may release a buffer twice if a client fails while it is answered (Jetty #14745 and
        // #12939): two connections would get the same buffer from a pool, and each other's bytes.
        server = new Server(threads, scheduler, new ByteBufferPool.NonPooling());
        tls = store.security().tls();
        connector = new ServerConnector(server, 1, 1, protocols(tls));
        connector.setHost(InetAddress.getByName(config.host()).getHostAddress());
        connector.setPort(config.port());
        connector.setAcceptQueueSize(ACCEPT_BACKLOG);
        connector.setIdleTimeout(0); // HttpConnections closes idle ones
        connections = new HttpConnections(config.limits(), scheduler);
        connector.addBean(connections);
        connector.open();
        port = connector.getLocalPort();
        server.addConnector(connector);
        live = new LiveResults(store, config.live(), scheduler);
        Routes routes = new Routes(store, url() + "sparql", counts, connections, live);
        handler =
                new RequestHandler(config, routes, counts, connections, threads, store.security());
        server.setHandler(compressing(handler));
        server.setErrorHandler(new ProblemErrorHandler(counts));
    }

    /**
     * Compresses replies by gzip for clients that ask for it. Not live results, of which a client
     * would see a window only when the next ones fill a block; nor requests, whose size would be
     * unknown.
     */
    private static CompressionHandler compressing(RequestHandler handler) {
        GzipCompression gzip = new GzipCompression();
        gzip.setMinCompressSize(COMPRESSED_BYTES_MIN);
        CompressionConfig config =
                CompressionConfig.builder()
                        .defaults()
                        .decompressExcludePath("/*")
                        .compressIncludeMethod("GET")
                        .compressIncludeMethod("POST")
                        .compressExcludeMimeType("text/event-stream")
                        .compressExcludeMimeType("application/x-ndjson")
                        .compressExcludeMimeType("application/ndjson")
                        .build();
        CompressionHandler compressing = new CompressionHandler(handler);
        compressing.putCompression(gzip);
        compressing.putConfiguration("/*", config);
        return compressing;
    }

    /**
     * Returns what is spoken on the port: HTTP/1.1; over TLS, if the store has keys, HTTP/2 too.
     */
    private static ConnectionFactory[] protocols(ServerTls tls) {
        HttpConfiguration heads = heads();
        SerialConnections http = new SerialConnections(heads);
        if (tls == null) {
            return new ConnectionFactory[] {http};
        }
        // HostPolicy checks names; a certificate need not have all of them.
        heads.addCustomizer(new SecureRequestCustomizer(false));
        SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        keys.setRenegotiationAllowed(false);
        keys.setNeedClientAuth(tls.knowsClients());
        keys.setSslContext(tls.forClients());
        keys.setUseCipherSuitesOrder(true);
        keys.setCipherComparator(HTTP2Cipher.COMPARATOR);
        tls.onChange(context -> reload(keys, context));
        ALPNServerConnectionFactory choice = new ALPNServerConnectionFactory();
        choice.setDefaultProtocol(http.getProtocol());
        return new ConnectionFactory[] {
            new SslConnectionFactory(keys, choice.getProtocol()), choice, http2(heads), http
        };
    }

    private static HTTP2ServerConnectionFactory http2(HttpConfiguration heads) {
        HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(heads);
        http2.setMaxConcurrentStreams(HttpLimits.STREAM_COUNT_MAX);
        http2.setInitialStreamRecvWindow(HttpLimits.STREAM_BYTES_MAX);
        http2.setInitialSessionRecvWindow(HttpLimits.STREAMS_BYTES_MAX);
        return http2;
    }

    private static void reload(SslContextFactory.Server keys, SSLContext context) {
        try {
            keys.reload(factory -> factory.setSslContext(context));
        } catch (Exception e) {
            LOG.error("HTTP keeps its old certificate", e);
        }
    }

    private static HttpConfiguration heads() {
        HttpConfiguration heads = new HttpConfiguration();
        heads.setSendServerVersion(false);
        heads.setRequestHeaderSize(HttpLimits.HEAD_BYTES_MAX);
        heads.setUriCompliance(RAW_PATHS);
        return heads;
    }

    /** Starts listening; USER error if the address is in use. */
    public static StoreHttpServer start(StoreServer store, HttpConfig config) {
        try {
            StoreHttpServer face = new StoreHttpServer(store, config);
            face.start();
            store.useHttpAddress(new StoreAddress(face.connector.getHost(), face.port));
            return face;
        } catch (IOException e) {
            // Jetty's message names the address, its cause the reason.
            Throwable reason = e.getCause() instanceof IOException cause ? cause : e;
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot listen for HTTP: address="
                            + config.host()
                            + ":"
                            + config.port()
                            + " reason="
                            + reason.getMessage(),
                    e);
        }
    }

    private void start() throws IOException {
        boolean started = false;
        try {
            server.start();
            connections.watch();
            live.watch();
            askHealth();
            started = true;
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server does not start", e);
        } finally {
            if (!started) {
                connector.close();
            }
        }
    }

    /**
     * Sends one request to itself, so that all classes that requests need are loaded. If a class is
     * first needed when the process has no file descriptor left, it can never be loaded again.
     */
    private void askHealth() throws IOException {
        InetAddress bound = InetAddress.getByName(connector.getHost());
        InetAddress address = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(HttpLimits.HEAD_MS_MAX_DEFAULT);
            socket.connect(new InetSocketAddress(address, port), HttpLimits.HEAD_MS_MAX_DEFAULT);
            Socket used = tls == null ? socket : tls.toItself(socket);
            used.getOutputStream()
                    .write("GET /health HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            used.getInputStream().readAllBytes();
        } catch (IOException e) {
            if (tls == null || !tls.knowsClients()) {
                throw e;
            }
            LOG.debug("clients need a certificate that this node has not", e);
        }
    }

    /** {@code http://HOST:PORT/}, or with https. */
    public String url() {
        String host = connector.getHost();
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (tls == null ? "http://" : "https://") + shown + ":" + port + "/";
    }

    public int port() {
        return port;
    }

    int activeRequestCount() {
        return counts.active();
    }

    int admittedRequestCount() {
        return handler.admittedCount();
    }

    HttpConnections connections() {
        return connections;
    }

    /**
     * Refuses new requests, gives running ones some seconds to end, then closes everything. A
     * second call waits for the first.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        live.end();
        handler.close(HttpLimits.SHUTDOWN_SECONDS_MAX);
        live.close(HttpLimits.SHUTDOWN_SECONDS_MAX);
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("the HTTP server did not stop cleanly", e);
        }
    }
}
