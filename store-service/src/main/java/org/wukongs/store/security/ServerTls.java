package org.wukongs.store.security;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.wukongs.tls.PemFiles;
import org.wukongs.tls.TlsContexts;

/**
 * Keys and certificates of a node, read again when their files change. Connections that are open
 * keep what they began with. Any thread; one thread refreshes.
 */
public final class ServerTls {

    /**
     * Where they are, in PEM.
     *
     * @param certificate the node's certificate and those between it and the authority
     * @param key its private key
     * @param clientAuthorities clients must have a certificate of one of them; null: they need none
     * @param authorities of the certificates of other nodes; null for those of this Java
     */
    public record Files(Path certificate, Path key, Path clientAuthorities, Path authorities) {}

    private record Contexts(
            SSLContext forClients, SSLContext forNodes, SSLContext toItself, long endMs) {}

    private final Files files;
    private final ReloadedFiles<Contexts> contexts;
    private final List<Consumer<SSLContext>> listeners = new CopyOnWriteArrayList<>();

    /** Reads the files; USER error if they cannot be used. */
    ServerTls(Files files, AtomicLong failureCount) {
        this.files = files;
        List<Path> all =
                Stream.of(
                                files.certificate(),
                                files.key(),
                                files.clientAuthorities(),
                                files.authorities())
                        .filter(file -> file != null)
                        .toList();
        contexts = new ReloadedFiles<>("TLS files", all, () -> read(files), failureCount);
    }

    private static Contexts read(Files files) {
        SecretFiles.check(files.key());
        List<X509Certificate> chain = PemFiles.certificates(files.certificate());
        PrivateKey key = PemFiles.privateKey(files.key());
        return new Contexts(
                TlsContexts.of(chain, key, authorities(files.clientAuthorities())),
                TlsContexts.of(chain, key, authorities(files.authorities())),
                TlsContexts.of(chain, key, chain),
                chain.get(0).getNotAfter().toInstant().toEpochMilli());
    }

    private static List<X509Certificate> authorities(Path file) {
        return file == null ? null : PemFiles.certificates(file);
    }

    /** Returns what this node shows to clients, and whom it trusts among them. */
    public SSLContext forClients() {
        return contexts.value().forClients();
    }

    /** Returns what this node shows to other nodes, and whom it trusts among them. */
    public SSLContext forNodes() {
        return contexts.value().forNodes();
    }

    /** Returns a connection of this node to itself, over one that is connected. */
    public Socket toItself(Socket plain) throws IOException {
        return contexts.value()
                .toItself()
                .getSocketFactory()
                .createSocket(plain, null, plain.getPort(), true);
    }

    /** Whether clients need a certificate. */
    public boolean knowsClients() {
        return files.clientAuthorities() != null;
    }

    /** Returns when the node's certificate ends, in ms since the epoch. */
    public long certificateEndMs() {
        return contexts.value().endMs();
    }

    /** Tells {@code listener} each new context for clients, in the thread that refreshes. */
    public void onChange(Consumer<SSLContext> listener) {
        listeners.add(listener);
    }

    void refresh() {
        if (contexts.refresh()) {
            listeners.forEach(listener -> listener.accept(forClients()));
        }
    }
}
