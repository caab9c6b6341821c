package org.wukongs.table.catalog;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.factories.CatalogFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.table.ConnectionConfig;
import org.wukongs.table.WukongsTableOptions;

/** Factory for {@code CREATE CATALOG … WITH ('type' = 'wukongs', 'store' = …)}. */
@Internal
public final class WukongsCatalogFactory implements CatalogFactory {

    @Override
    public String factoryIdentifier() {
        return "wukongs";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(WukongsCatalogOptions.STORE);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        Set<ConfigOption<?>> options = new HashSet<>(ConnectionConfig.CLIENT);
        options.add(WukongsCatalogOptions.DEFAULT_DATABASE);
        options.add(WukongsCatalogOptions.CONNECT_TIMEOUT);
        return options;
    }

    @Override
    public Catalog createCatalog(Context context) {
        ClassPathCheck.check(WukongsCatalogFactory.class);
        FactoryUtil.CatalogFactoryHelper helper =
                FactoryUtil.createCatalogFactoryHelper(this, context);
        helper.validate();
        ReadableConfig options = helper.getOptions();
        String addresses = options.get(WukongsCatalogOptions.STORE);
        StoreConnector store =
                StoreConnector.of(
                        addresses,
                        options.get(WukongsCatalogOptions.CONNECT_TIMEOUT),
                        StoreClientFactory.network(ConnectionConfig.client(options)));
        Map<String, String> ofTables = new HashMap<>();
        ofTables.put(WukongsTableOptions.STORE.key(), addresses);
        for (ConfigOption<?> option : ConnectionConfig.CLIENT) {
            String value = context.getOptions().get(option.key());
            if (value != null) {
                ofTables.put(option.key(), value);
            }
        }
        return new WukongsCatalog(
                context.getName(),
                options.get(WukongsCatalogOptions.DEFAULT_DATABASE),
                ofTables,
                new StoreSession(store));
    }
}
