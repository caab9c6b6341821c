package org.wukongs.fabric.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.Fabrics;

/** What a host without such a device, or without the native library, is told. */
class VerbsProviderTest {

    @Test
    void anAddressWithoutDeviceIsRefusedWithAReason() {
        assertThatThrownBy(() -> Fabrics.open("verbs", "127.0.0.1", FabricLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(Category.USER))
                .hasMessageContaining("reason=");
    }

    @Test
    void onlyAddressesOfVersionFour() {
        assertThatThrownBy(() -> Fabrics.open("verbs", "::1", FabricLimits.DEFAULT))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("no IPv4 address");
    }

    /** What another node names is no reason to ask a name server. */
    @Test
    void onlyNumbersOfOtherNodes() throws Exception {
        assertThat(VerbsProvider.named("10.9.0.255").getHostAddress()).isEqualTo("10.9.0.255");
        for (String address :
                List.of("10.9.0.256", "10.9.0.01", "10.9.0", "10.9.0.1.", "localhost", "", "0x1")) {
            assertThatThrownBy(() -> VerbsProvider.named(address))
                    .isInstanceOf(UnknownHostException.class);
        }
    }

    @Test
    void namesThatNobodyHas() {
        assertThatThrownBy(() -> Fabrics.open("pigeons", "127.0.0.1", FabricLimits.DEFAULT))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("name=pigeons names=[verbs]");
    }
}
