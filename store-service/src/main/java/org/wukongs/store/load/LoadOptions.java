package org.wukongs.store.load;

import java.util.function.LongConsumer;

/**
 * How to load.
 *
 * @param skipBad count bad statements and go on, instead of ending the load with nothing loaded
 * @param bytesRead hears of progress in bytes of the files
 */
public record LoadOptions(boolean skipBad, LongConsumer bytesRead) {

    public static final LoadOptions STRICT = new LoadOptions(false, bytes -> {});
}
