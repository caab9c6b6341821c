package org.wukongs.store.server;

import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreAddress;

/** Limits of connections whose frames go through rings. */
@Timeout(120)
class ConnectionLimitsOverRingsTest extends ConnectionLimitsTest {

    @Override
    RawConnection connected(StoreAddress address) throws IOException {
        return RawConnection.overRings(address);
    }
}
