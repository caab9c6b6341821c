package org.wukongs.flink.testing;

import java.net.URL;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.testframe.external.ExternalContext;

/**
 * What Flink's suites for sinks and sources are told alike: elements are strings, no jar is
 * missing.
 */
@SuppressWarnings("try") // Flink's close() may be interrupted, and so it declares.
public interface StringContext extends ExternalContext, ResultTypeQueryable<String> {

    @Override
    default TypeInformation<String> getProducedType() {
        return Types.STRING;
    }

    @Override
    default List<URL> getConnectorJarPaths() {
        return List.of();
    }
}
