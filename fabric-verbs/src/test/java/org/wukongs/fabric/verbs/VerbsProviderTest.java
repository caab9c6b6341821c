package org.wukongs.fabric.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void namesThatNobodyHas() {
        assertThatThrownBy(() -> Fabrics.open("pigeons", "127.0.0.1", FabricLimits.DEFAULT))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("name=pigeons names=[verbs]");
    }
}
