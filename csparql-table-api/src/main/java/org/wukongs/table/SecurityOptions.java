package org.wukongs.table;

import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.wukongs.client.ClientSecurity;
import org.wukongs.flink.common.StoreClientFactory;

/** Reads the options about tokens and TLS, which tables, catalog and module have in common. */
@Internal
public final class SecurityOptions {

    /** All of them. No value is a secret: each is the name of a file. */
    public static final List<ConfigOption<?>> ALL =
            List.of(
                    WukongsTableOptions.TOKEN_FILE,
                    WukongsTableOptions.TLS_ENABLED,
                    WukongsTableOptions.TLS_CA,
                    WukongsTableOptions.TLS_CERTIFICATE,
                    WukongsTableOptions.TLS_KEY);

    private SecurityOptions() {}

    /** Returns how a source connects. */
    public static StoreClientFactory factory(ReadableConfig options) {
        return StoreClientFactory.network(of(options));
    }

    /** Returns how a sink connects, which reconnects for a time. */
    public static StoreClientFactory factory(ReadableConfig options, Duration reconnectTimeout) {
        return StoreClientFactory.network(reconnectTimeout, of(options));
    }

    private static ClientSecurity of(ReadableConfig options) {
        ClientSecurity security = ClientSecurity.NONE;
        String token = options.get(WukongsTableOptions.TOKEN_FILE);
        if (token != null) {
            security = security.withTokenFile(token);
        }
        String authorities = options.get(WukongsTableOptions.TLS_CA);
        if (authorities != null) {
            security = security.withTls(authorities);
        } else if (options.get(WukongsTableOptions.TLS_ENABLED)) {
            security = security.withTls();
        }
        String certificate = options.get(WukongsTableOptions.TLS_CERTIFICATE);
        String key = options.get(WukongsTableOptions.TLS_KEY);
        if ((certificate == null) != (key == null)) {
            throw new ValidationException(
                    "Options 'tls.certificate' and 'tls.key' belong together.");
        }
        return certificate == null ? security : security.withTlsIdentity(certificate, key);
    }
}
