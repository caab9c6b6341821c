package org.wukongs.table.module;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.table.ConnectionConfig;
import org.wukongs.table.LookupConfig;
import org.wukongs.table.WukongsTableOptions;

/** Factory for {@code LOAD MODULE wukongs WITH ('store' = …)}. */
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
        Set<ConfigOption<?>> own =
                Set.of(
                        WukongsTableOptions.CONNECT_TIMEOUT,
                        WukongsTableOptions.TERM_FORMAT,
                        WukongsTableOptions.CAST_FAILURE,
                        WukongsTableOptions.CSPARQL_RETENTION,
                        WukongsTableOptions.CSPARQL_ON_ERROR,
                        WukongsTableOptions.LOOKUP_CONNECTIONS,
                        WukongsTableOptions.LOOKUP_BATCH_MAX,
                        LookupOptions.MAX_RETRIES,
                        LookupOptions.CACHE_TYPE,
                        LookupOptions.PARTIAL_CACHE_MAX_ROWS,
                        LookupOptions.PARTIAL_CACHE_EXPIRE_AFTER_WRITE);
        return Stream.concat(own.stream(), ConnectionConfig.CLIENT.stream())
                .collect(Collectors.toSet());
    }

    @Override
    public Module createModule(Context context) {
        ClassPathCheck.check(WukongsModuleFactory.class);
        FactoryUtil.ModuleFactoryHelper helper =
                FactoryUtil.createModuleFactoryHelper(this, context);
        helper.validate();
        ReadableConfig options = helper.getOptions();
        LookupSettings lookups =
                LookupConfig.settings(
                        options,
                        options.get(WukongsTableOptions.LOOKUP_CONNECTIONS),
                        LookupConfig.cache(options));
        return new WukongsModule(
                new SparqlFunction(
                        new SparqlFunction.Settings(
                                lookups,
                                options.get(WukongsTableOptions.TERM_FORMAT),
                                options.get(WukongsTableOptions.CAST_FAILURE))),
                new CsparqlFunction(
                        new CsparqlFunction.Settings(
                                lookups.store(),
                                options.get(WukongsTableOptions.CSPARQL_RETENTION),
                                options.get(WukongsTableOptions.TERM_FORMAT),
                                options.get(WukongsTableOptions.CAST_FAILURE),
                                options.get(WukongsTableOptions.CSPARQL_ON_ERROR))));
    }
}
