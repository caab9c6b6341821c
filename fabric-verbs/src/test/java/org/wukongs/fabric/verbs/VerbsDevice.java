package org.wukongs.fabric.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The RDMA device that tests use: that of the virtual machine of {@code .ci/verbs}. */
public final class VerbsDevice {

    private static final String HOST = "wukongs.verbs.host";

    private VerbsDevice() {}

    /** Returns the address of the device; ends the test if there is none. */
    public static String host() {
        String host = System.getProperty(HOST);
        assumeTrue(host != null, "no RDMA device is named by " + HOST + ", .ci/verbs has one");
        assertThat(host).isNotEmpty();
        return host;
    }
}
