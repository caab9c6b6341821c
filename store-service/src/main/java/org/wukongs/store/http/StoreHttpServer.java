package org.wukongs.store.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.wukongs.error.WukongsException;
import org.wukongs.store.server.StoreServer;

/** A store node's HTTP face; closed before the store itself. */
public final class StoreHttpServer implements AutoCloseable {

    private static final int ACCEPT_BACKLOG = 128;

    private final HttpServer server;
    private final ExecutorService threads;
    private final RequestCounts counts = new RequestCounts();
    private final RequestHandler handler;
    private boolean closed;

    private StoreHttpServer(StoreServer store, HttpConfig config, HttpServer server) {
        this.server = server;
        AtomicInteger number = new AtomicInteger();
        ThreadFactory daemons =
                task -> {
                    Thread thread = new Thread(task, "wukongs-http-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                };
        // What waits for a thread is bounded by the connections, which have one request at a time.
        this.threads =
                Executors.newFixedThreadPool(
                        config.requestCountMax() + HttpConfig.REFUSING_THREAD_COUNT, daemons);
        this.handler =
                new RequestHandler(config, new Routes(store, url() + "sparql", counts), counts);
    }

    /** Starts to listen; USER error where the address is in use. */
    public static StoreHttpServer start(StoreServer store, HttpConfig config) {
        setLimits();
        try {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getByName(config.host()), config.port());
            HttpServer server = HttpServer.create(address, ACCEPT_BACKLOG);
            StoreHttpServer face = new StoreHttpServer(store, config, server);
            server.setExecutor(face.threads);
            server.createContext("/", face.handler);
            server.start();
            return face;
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot listen for HTTP: address="
                            + config.host()
                            + ":"
                            + config.port()
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /** The JDK's server takes its limits from system properties; what the user has set stays. */
    private static void setLimits() {
        Map.of(
                        "jdk.httpserver.maxConnections", HttpConfig.CONNECTION_COUNT_MAX,
                        "sun.net.httpserver.idleInterval", HttpConfig.IDLE_SECONDS_MAX,
                        "sun.net.httpserver.maxReqTime", HttpConfig.REQUEST_SECONDS_MAX,
                        "sun.net.httpserver.maxRspTime", HttpConfig.RESPONSE_SECONDS_MAX)
                .forEach(
                        (name, value) -> {
                            if (System.getProperty(name) == null) {
                                System.setProperty(name, Integer.toString(value));
                            }
                        });
        // Head and body of a reply are two writes, the second must not wait for an acknowledgement.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    /** {@code http://HOST:PORT/}. */
    public String url() {
        String host = server.getAddress().getAddress().getHostAddress();
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return "http://" + shown + ":" + server.getAddress().getPort() + "/";
    }

    public int port() {
        return server.getAddress().getPort();
    }

    int activeRequestCount() {
        return counts.active();
    }

    /**
     * Refuses new requests, lets running ones end for some seconds, then closes everything. A
     * second call waits for the first.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        handler.close(HttpConfig.SHUTDOWN_SECONDS_MAX);
        server.stop(0);
        threads.shutdownNow();
    }
}
