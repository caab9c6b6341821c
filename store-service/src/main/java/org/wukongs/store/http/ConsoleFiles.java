package org.wukongs.store.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.ResourceHttpContent;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.wukongs.text.Sha256;

/**
 * The files of the console, by their paths. They are read once, about 1.5 MB, so that no request
 * opens a file: there is nothing else here that a path could lead to.
 */
final class ConsoleFiles implements HttpContent.Factory {

    static final String INDEX = "index.html";

    /** Our own files, in the folder {@code console} beside this class. */
    static final List<String> OWN =
            List.of(
                    INDEX,
                    "api.js",
                    "app.js",
                    "chart.js",
                    "cluster.js",
                    "continuous.js",
                    "dom.js",
                    "editor.js",
                    "graphs.js",
                    "icon.svg",
                    "network.js",
                    "plan.js",
                    "query.js",
                    "registered.js",
                    "results.js",
                    "streams.js",
                    "style.css",
                    "terms.js",
                    "watch.js");

    /** Modules of others, each with the webjar that has it and its place there. */
    private static final Map<String, List<String>> LIBRARIES =
            Map.ofEntries(
                    library("autocomplete", "codemirror__autocomplete", "dist/index.js"),
                    library("commands", "codemirror__commands", "dist/index.js"),
                    library("language", "codemirror__language", "dist/index.js"),
                    library("lint", "codemirror__lint", "dist/index.js"),
                    library("sparql", "codemirror__legacy-modes", "mode/sparql.js"),
                    library("state", "codemirror__state", "dist/index.js"),
                    library("view", "codemirror__view", "dist/index.js"),
                    library("crelt", "crelt", "index.js"),
                    library("lezer-common", "lezer__common", "dist/index.js"),
                    library("lezer-highlight", "lezer__highlight", "dist/index.js"),
                    library("clusters", "marijn__find-cluster-break", "src/index.js"),
                    library("style-mod", "style-mod", "src/style-mod.js"),
                    library("keyname", "w3c-keyname", "index.js"));

    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private final Map<String, HttpContent> contents = new HashMap<>();
    private final String importMapHash;

    private ConsoleFiles() {
        OWN.forEach(name -> add(name, ConsoleFiles.class.getResource("console/" + name)));
        LIBRARIES.forEach((path, place) -> add(path, resource(place.get(0), place.get(1))));
        importMapHash = importMapHash(contents.get(INDEX));
    }

    /** Reads all files; they are part of the program, so one that is missing is a bug. */
    static ConsoleFiles load() {
        return new ConsoleFiles();
    }

    private static Map.Entry<String, List<String>> library(String name, String jar, String file) {
        return Map.entry("lib/" + name + ".js", List.of(jar, file));
    }

    /** Returns a file of a webjar, which has a folder for its version. */
    private static URL resource(String jar, String file) {
        ClassLoader loader = ConsoleFiles.class.getClassLoader();
        String about = "META-INF/maven/org.webjars.npm/" + jar + "/pom.properties";
        Properties properties = new Properties();
        try (InputStream in = loader.getResourceAsStream(about)) {
            if (in == null) {
                throw new IllegalStateException("a library of the console is missing: jar=" + jar);
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = properties.getProperty("version");
        return loader.getResource("META-INF/resources/webjars/" + jar + "/" + version + "/" + file);
    }

    private void add(String path, URL url) {
        if (url == null) {
            throw new IllegalStateException("a file of the console is missing: path=" + path);
        }
        MemoryResource resource = (MemoryResource) ResourceFactory.root().newMemoryResource(url);
        String type = MimeTypes.DEFAULTS.getMimeByExtension(path);
        HttpContent content = new ResourceHttpContent(resource, withCharset(type));
        contents.put(path, new Hashed(content, "\"" + hash(resource.getBytes()) + "\""));
    }

    /** All of the files are UTF-8. */
    private static String withCharset(String type) {
        return type.contains("charset") || type.contains("svg") ? type : type + "; charset=utf-8";
    }

    /** Returns null if there is no such file. Any thread. */
    @Override
    public HttpContent getContent(String path) {
        return contents.get(path);
    }

    /** Returns the hash of the page's import map, which is all that the page has inline. */
    String importMapHash() {
        return "sha256-" + importMapHash;
    }

    private static String importMapHash(HttpContent page) {
        byte[] bytes = ((MemoryResource) page.getResource()).getBytes();
        Matcher matcher = IMPORT_MAP.matcher(new String(bytes, StandardCharsets.UTF_8));
        if (!matcher.find()) {
            throw new IllegalStateException("the console's page has no import map");
        }
        return hash(matcher.group(1).getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) {
        return Base64.getEncoder().encodeToString(Sha256.of(bytes));
    }

    /**
     * A file whose entity tag is a hash of its bytes. Jetty's own is made of name, size and time,
     * which is the same for all builds: they are reproducible.
     */
    private static final class Hashed extends HttpContent.Wrapper {

        private final HttpField etag;

        private Hashed(HttpContent content, String etag) {
            super(content);
            this.etag = new HttpField(HttpHeader.ETAG, etag);
        }

        @Override
        public HttpField getETag() {
            return etag;
        }

        @Override
        public HttpField getLastModified() {
            return null; // of memory, the time of the start
        }
    }
}
