package org.wukongs.table;

import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.ClientSecurity;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;

/** Reads the options of connections to the store, which tables, catalog and module have. */
@Internal
public final class ConnectionConfig {

    /**
     * How they are made. A catalog sets these for its tables. No value is a secret: those about
     * tokens and keys are names of files.
     */
    public static final List<ConfigOption<?>> CLIENT =
            List.of(
                    WukongsTableOptions.TRANSPORT,
                    WukongsTableOptions.TOKEN_FILE,
                    WukongsTableOptions.TLS_ENABLED,
                    WukongsTableOptions.TLS_CA,
                    WukongsTableOptions.TLS_CERTIFICATE,
                    WukongsTableOptions.TLS_KEY);

    private ConnectionConfig() {}

    /** The store, for connections that are not made again when they are lost. */
    public static StoreConnector store(ReadableConfig options) {
        return StoreConnector.of(
                options.get(WukongsTableOptions.STORE),
                options.get(WukongsTableOptions.CONNECT_TIMEOUT),
                StoreClientFactory.network(client(options)));
    }

    /** How connections are made; {@link ValidationException} if that is a contradiction. */
    public static ClientOptions client(ReadableConfig options) {
        try {
            return new ClientOptions(
                    options.get(WukongsTableOptions.TRANSPORT).transport(), security(options));
        } catch (WukongsException e) {
            throw new ValidationException(
                    "Options 'transport' = 'shm' and TLS exclude each other: " + e.getMessage(), e);
        }
    }

    private static ClientSecurity security(ReadableConfig options) {
        ClientSecurity security = ClientSecurity.NONE;
        String token = options.get(WukongsTableOptions.TOKEN_FILE);
        if (token != null) {
            security = security.withTokenFile(token);
        }
        try {
            return security.withTlsOptions(
                    options.get(WukongsTableOptions.TLS_ENABLED),
                    options.get(WukongsTableOptions.TLS_CA),
                    options.get(WukongsTableOptions.TLS_CERTIFICATE),
                    options.get(WukongsTableOptions.TLS_KEY));
        } catch (IllegalArgumentException e) {
            throw new ValidationException(
                    "Options 'tls.certificate' and 'tls.key' belong together.", e);
        }
    }
}
