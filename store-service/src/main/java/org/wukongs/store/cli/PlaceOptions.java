package org.wukongs.store.cli;

import java.net.URI;
import org.wukongs.error.WukongsException;
import org.wukongs.store.copy.Place;
import org.wukongs.store.copy.PlaceUri;
import org.wukongs.store.copy.S3Options;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Options of places in an object store; {@code store}, {@code backup} and {@code restore} share
 * them.
 */
final class PlaceOptions {

    @Option(
            names = "--s3-endpoint",
            paramLabel = "URL",
            converter = Endpoint.class,
            description = {
                "Server of s3:// places that is not Amazon's (default: from the environment or"
                        + " profile, as credentials are). Buckets are addressed by path."
            })
    private URI endpoint;

    @Option(
            names = "--s3-region",
            paramLabel = "NAME",
            description = "Region of s3:// places (default: from the environment or profile).")
    private String region;

    boolean isEmpty() {
        return endpoint == null && region == null;
    }

    Place open(PlaceUri uri) {
        return uri.open(new S3Options(endpoint, region));
    }

    /** Converts {@code file:/DIRECTORY} or {@code s3://BUCKET/PREFIX}. */
    static final class Uri implements ITypeConverter<PlaceUri> {

        @Override
        public PlaceUri convert(String text) {
            try {
                return PlaceUri.parse(text);
            } catch (WukongsException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Converts the URL of a server. */
    static final class Endpoint implements ITypeConverter<URI> {

        @Override
        public URI convert(String text) {
            URI uri = text.matches("https?://[^/?#@]+/?") ? URI.create(text) : null;
            if (uri == null || uri.getHost() == null) {
                throw new TypeConversionException(
                        "a server is http://HOST:PORT or https://HOST:PORT: " + text);
            }
            return uri;
        }
    }
}
