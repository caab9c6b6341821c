package org.wukongs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.error.WukongsException;

class StoreAddressTest {

    @Test
    void hostAndPort() {
        assertThat(StoreAddress.parse("a:1")).isEqualTo(new StoreAddress("a", 1));
        assertThat(StoreAddress.parse(" a "))
                .isEqualTo(new StoreAddress("a", StoreAddress.PORT_DEFAULT));
        assertThat(StoreAddress.parse("[::1]:65535")).isEqualTo(new StoreAddress("[::1]", 65535));
        assertThat(StoreAddress.parseList("a:1, b:2"))
                .containsExactly(new StoreAddress("a", 1), new StoreAddress("b", 2));
        assertThat(new StoreAddress("a", 1)).hasToString("a:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", ":1", "a:", "a:0", "a:65536", "a:-1", "a:b", "a:1,", ",a"})
    void whatIsNoAddress(String text) {
        assertThatThrownBy(() -> StoreAddress.parseList(text))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith("a store address is HOST:PORT: address=");
    }
}
