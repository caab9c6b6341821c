package org.wukongs.table.catalog;

import java.time.Duration;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Options of {@code CREATE CATALOG … WITH ('type' = 'wukongs', …)}. */
@PublicEvolving
public final class WukongsCatalogOptions {

    public static final ConfigOption<String> STORE =
            ConfigOptions.key("store")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Addresses of the store, HOST:PORT, comma-separated.");

    public static final ConfigOption<String> DEFAULT_DATABASE =
            ConfigOptions.key("default-database")
                    .stringType()
                    .defaultValue("default")
                    .withDescription("The database that USE CATALOG selects.");

    public static final ConfigOption<Duration> CONNECT_TIMEOUT =
            ConfigOptions.key("connect.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(5))
                    .withDescription("How long a statement waits for the store when connecting.");

    private WukongsCatalogOptions() {}
}
