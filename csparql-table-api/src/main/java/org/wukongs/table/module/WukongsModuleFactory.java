package org.wukongs.table.module;

import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.table.WukongsTableOptions;

/** {@code LOAD MODULE wukongs WITH ('store' = …)}. */
@Internal
public final class WukongsModuleFactory implements ModuleFactory {

    @Override
    public String factoryIdentifier() {
        return "wukongs";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(WukongsTableOptions.STORE);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(
                WukongsTableOptions.CONNECT_TIMEOUT,
                WukongsTableOptions.TERM_FORMAT,
                WukongsTableOptions.CAST_FAILURE,
                WukongsTableOptions.LOOKUP_CONNECTIONS,
                LookupOptions.MAX_RETRIES);
    }

    @Override
    public Module createModule(Context context) {
        FactoryUtil.ModuleFactoryHelper helper =
                FactoryUtil.createModuleFactoryHelper(this, context);
        helper.validate();
        ReadableConfig options = helper.getOptions();
        StoreConnector store =
                StoreConnector.of(
                        options.get(WukongsTableOptions.STORE),
                        options.get(WukongsTableOptions.CONNECT_TIMEOUT),
                        null);
        return new WukongsModule(
                new SparqlFunction(
                        new SparqlFunction.Settings(
                                store,
                                options.get(WukongsTableOptions.LOOKUP_CONNECTIONS),
                                options.get(LookupOptions.MAX_RETRIES),
                                options.get(WukongsTableOptions.TERM_FORMAT),
                                options.get(WukongsTableOptions.CAST_FAILURE))));
    }
}
