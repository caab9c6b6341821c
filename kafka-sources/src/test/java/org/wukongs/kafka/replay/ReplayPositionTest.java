package org.wukongs.kafka.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;

class ReplayPositionTest {

    /** Bytes in progress topics: a change of these needs a new version. */
    @Test
    void bytesStayAsTheyAre() {
        ReplayPosition open = new ReplayPosition(17, false, "t<a.tsv bytes=5; u<b\tc.tsv bytes=6");
        assertThat(new String(open.toBytes(), UTF_8))
                .isEqualTo("1\t17\topen\tt<a.tsv bytes=5; u<b\tc.tsv bytes=6");
        assertThat(ReplayPosition.ofBytes(open.toBytes())).isEqualTo(open);
        ReplayPosition done = new ReplayPosition(18, true, "f");
        assertThat(new String(done.toBytes(), UTF_8)).isEqualTo("1\t18\tcomplete\tf");
        assertThat(ReplayPosition.ofBytes(done.toBytes())).isEqualTo(done);
    }

    @Test
    void unknownVersionsAreAnError() {
        assertThatThrownBy(() -> ReplayPosition.ofBytes("2\t17\topen\tf".getBytes(UTF_8)))
                .isInstanceOf(WukongsException.class)
                .hasMessageStartingWith("progress of a replay cannot be read: expectedVersion=1");
        assertThatThrownBy(() -> ReplayPosition.ofBytes("1\t17".getBytes(UTF_8)))
                .isInstanceOf(WukongsException.class);
    }
}
