package org.wukongs.fabric.verbs;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.fabric.Fabric;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.FabricProvider;

/** Opens RDMA devices. */
public final class VerbsProvider implements FabricProvider {

    static final String NAME = "verbs";

    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

    private static final Pattern NUMBERS = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Fabric open(String host, FabricLimits limits) {
        try {
            return new VerbsFabric(new VerbsServer(address(host)), limits);
        } catch (IOException e) {
            throw unavailable("no RDMA device can be used: host=" + host + " reason=", e);
        } catch (LinkageError e) {
            // No libdisni.so, or one without librdmacm and libibverbs.
            throw unavailable("its native library cannot be loaded: reason=", e);
        }
    }

    private static WukongsException unavailable(String what, Throwable cause) {
        return new WukongsException(Category.USER, what + reason(cause), cause);
    }

    static String reason(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    /** Returns the address that another node has named: by its numbers, so that nobody is asked. */
    static Inet4Address named(String address) throws UnknownHostException {
        if (!NUMBERS.matcher(address).matches()) {
            throw new UnknownHostException("no IPv4 address: host=" + address);
        }
        return address(address);
    }

    /** Returns an address of IP version 4: DiSNI knows no others. */
    static Inet4Address address(String host) throws UnknownHostException {
        for (InetAddress address : InetAddress.getAllByName(host)) {
            if (address instanceof Inet4Address v4) {
                return v4;
            }
        }
        throw new UnknownHostException("no IPv4 address: host=" + host);
    }
}
