package org.wukongs.store.fabric;

import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.error.WukongsException;

/** Finds networks that read other hosts' memory by their names. */
public final class Fabrics {

    private Fabrics() {}

    /**
     * Opens a network at an address of this host.
     *
     * @throws WukongsException as {@link FabricProvider#open}; USER if none on the class path has
     *     this name
     */
    public static Fabric open(String name, String host, FabricLimits limits) {
        Set<String> names = new TreeSet<>();
        for (FabricProvider provider : ServiceLoader.load(FabricProvider.class)) {
            if (provider.name().equals(name)) {
                return provider.open(host, limits);
            }
            names.add(provider.name());
        }
        throw WukongsException.user(
                "no fabric has this name; is its module on the class path: name="
                        + name
                        + " names="
                        + names);
    }
}
