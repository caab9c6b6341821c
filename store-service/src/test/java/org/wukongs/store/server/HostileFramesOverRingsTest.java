package org.wukongs.store.server;

import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreAddress;

/** The same frames through rings. */
@Timeout(120)
class HostileFramesOverRingsTest extends HostileFramesTest {

    @Override
    RawConnection connected(StoreAddress address) throws IOException {
        return RawConnection.overRings(address);
    }
}
