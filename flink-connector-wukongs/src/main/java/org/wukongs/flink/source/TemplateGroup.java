package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.wukongs.client.WindowsWanted;

/** A template: one request asks for all its queries already. */
final class TemplateGroup implements SplitGroup {

    private final TemplateWindows windows;
    private final List<SplitCursor> cursors;

    TemplateGroup(TemplateWindows windows, SplitCursor cursor) {
        this.windows = windows;
        this.cursors = new ArrayList<>(List.of(cursor));
    }

    @Override
    public List<SplitCursor> cursors() {
        return cursors;
    }

    @Override
    public void fetch(Duration wait, BiConsumer<SplitCursor, ReadyWindows> ready) {
        for (SplitCursor cursor : cursors) {
            WindowsWanted wanted = cursor.wanted();
            ready.accept(
                    cursor, windows.fetch(wanted.fromWindowEndMs(), wanted.windowsMax(), wait));
        }
    }
}
