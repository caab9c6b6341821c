package org.wukongs.table;

import java.time.Duration;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.connector.source.lookup.LookupOptions.LookupCacheType;
import org.wukongs.flink.lookup.LookupSettings;

/** Reads the options of lookups. */
@Internal
public final class LookupConfig {

    private LookupConfig() {}

    public static LookupSettings settings(
            ReadableConfig options, int connections, LookupSettings.Cache cache) {
        return new LookupSettings(
                ConnectionConfig.store(options),
                connections,
                new LookupSettings.Batches(options.get(WukongsTableOptions.LOOKUP_BATCH_MAX), 0),
                new LookupSettings.Retries(
                        options.get(LookupOptions.MAX_RETRIES),
                        LookupSettings.Retries.WITHIN_DEFAULT),
                cache);
    }

    /** Throws a {@link ValidationException} for an unsupported kind of cache. */
    public static void checkCache(ReadableConfig options) {
        if (options.get(LookupOptions.CACHE_TYPE) == LookupCacheType.FULL) {
            throw new ValidationException(
                    "A store's answers and graphs cannot be cached as a whole:"
                            + " 'lookup.cache' must be NONE or PARTIAL.");
        }
    }

    /** The cache of functions, for which Flink has none. */
    public static LookupSettings.Cache cache(ReadableConfig options) {
        checkCache(options);
        LookupCacheType type = options.get(LookupOptions.CACHE_TYPE);
        if (type == LookupCacheType.NONE) {
            return LookupSettings.Cache.NONE;
        }
        long rowsMax =
                options.getOptional(LookupOptions.PARTIAL_CACHE_MAX_ROWS)
                        .orElse(LookupSettings.Cache.ROWS_MAX_DEFAULT);
        long expireMs =
                options.getOptional(LookupOptions.PARTIAL_CACHE_EXPIRE_AFTER_WRITE)
                        .map(Duration::toMillis)
                        .orElse(Long.MAX_VALUE);
        if (rowsMax < 1 || expireMs < 1) {
            throw new ValidationException(
                    "'lookup.partial-cache.max-rows' and 'lookup.partial-cache.expire-after-write'"
                            + " must be positive.");
        }
        return new LookupSettings.Cache(rowsMax, expireMs);
    }
}
