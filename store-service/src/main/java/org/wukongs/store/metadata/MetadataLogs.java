package org.wukongs.store.metadata;

import java.net.URI;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.error.WukongsException;

/** Finds the backend of a metadata log by the scheme of its address. */
public final class MetadataLogs {

    private MetadataLogs() {}

    /**
     * Opens a log that all nodes can reach.
     *
     * @throws WukongsException as {@link MetadataLogProvider#open}; USER if no backend on the class
     *     path has this scheme
     */
    public static MetadataLog open(URI address, MetadataPoint from) {
        Set<String> schemes = new TreeSet<>();
        for (MetadataLogProvider provider : ServiceLoader.load(MetadataLogProvider.class)) {
            if (provider.scheme().equals(address.getScheme())) {
                return provider.open(address, from);
            }
            schemes.add(provider.scheme());
        }
        throw WukongsException.user(
                "no metadata log has this scheme; is its module on the class path: address="
                        + address
                        + " schemes="
                        + schemes);
    }
}
