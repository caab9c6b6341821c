package org.wukongs.store.copy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.wukongs.error.WukongsException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A place in an object store with the S3 API: requests to put, get, list and delete, and no others,
 * so any server will do that shows at once what was put.
 */
final class S3Place implements Place {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

    /** Without a byte. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    /** One part of 64 MB at 0.25 MB/s. */
    private static final Duration ATTEMPT_MAX = Duration.ofMinutes(5);

    /** What a server that is not Amazon's takes for one, as its signature has to name a region. */
    private static final Region REGION_ELSEWHERE = Region.US_EAST_1;

    private static final String BYTES = "application/octet-stream";

    private final S3Client client;
    private final String bucket;
    private final String prefix;

    private S3Place(S3Client client, String bucket, String prefix) {
        this.client = client;
        this.bucket = bucket;
        this.prefix = prefix;
    }

    static S3Place open(String bucket, String prefix, S3Options options) {
        S3ClientBuilder builder =
                S3Client.builder()
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(CONNECT_MAX)
                                        .socketTimeout(SILENCE_MAX))
                        .overrideConfiguration(
                                to ->
                                        to.retryStrategy(RetryMode.STANDARD)
                                                .apiCallAttemptTimeout(ATTEMPT_MAX))
                        // Others than Amazon refuse the checksums that it would add; the copy has
                        // its own.
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        if (options.endpoint() != null) {
            builder.endpointOverride(options.endpoint())
                    .forcePathStyle(true) // its name is not one under which there are buckets
                    .region(REGION_ELSEWHERE);
        }
        if (options.region() != null) {
            builder.region(Region.of(options.region()));
        }
        try {
            return new S3Place(builder.build(), bucket, prefix);
        } catch (SdkException e) {
            throw WukongsException.user(
                    "cannot use the object store: bucket=" + bucket + " reason=" + reason(e));
        }
    }

    @Override
    public void put(String name, long bytes, Content content) throws IOException {
        RequestBody body = RequestBody.fromContentProvider(() -> opened(content), bytes, BYTES);
        call(name, () -> client.putObject(to -> to.bucket(bucket).key(prefix + name), body));
    }

    private static InputStream opened(Content content) {
        try {
            return content.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public InputStream get(String name) throws IOException {
        return call(name, () -> client.getObject(of -> of.bucket(bucket).key(prefix + name)));
    }

    @Override
    public SortedMap<String, Long> list(String namesPrefix) throws IOException {
        return call(
                namesPrefix,
                () -> {
                    SortedMap<String, Long> objects = new TreeMap<>();
                    for (S3Object object :
                            client.listObjectsV2Paginator(
                                            of -> of.bucket(bucket).prefix(prefix + namesPrefix))
                                    .contents()) {
                        objects.put(object.key().substring(prefix.length()), object.size());
                    }
                    return objects;
                });
    }

    @Override
    public void delete(String name) throws IOException {
        call(name, () -> client.deleteObject(of -> of.bucket(bucket).key(prefix + name)));
    }

    private <T> T call(String name, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (NoSuchKeyException e) {
            NoSuchFileException missing = new NoSuchFileException(describe(name));
            missing.initCause(e);
            throw missing;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (SdkException e) {
            throw new IOException(reason(e), e);
        }
    }

    /** Returns one line, with the code that the server gave. */
    private static String reason(SdkException error) {
        if (error instanceof AwsServiceException answer && answer.awsErrorDetails() != null) {
            return answer.awsErrorDetails().errorCode()
                    + ", "
                    + answer.awsErrorDetails().errorMessage()
                    + ", HTTP status "
                    + answer.statusCode();
        }
        return error.getMessage();
    }

    @Override
    public String describe(String name) {
        return "s3://" + bucket + "/" + prefix + name;
    }

    @Override
    public void close() {
        client.close();
    }
}
