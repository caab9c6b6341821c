package org.wukongs.kafka.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A replay as a process that tests may kill: bootstrap servers, tuples a second, and a topic and
 * its file for each stream. Prints a line a thousand tuples, and the last one at the end.
 */
public final class ReplayProcess {

    private ReplayProcess() {}

    public static void main(String[] args) {
        List<ReplayStream> streams =
                List.of(
                        new ReplayStream(args[2], FileSource.of(Path.of(args[3]))),
                        new ReplayStream(args[4], FileSource.of(Path.of(args[5]))));
        ReplayOptions options =
                new ReplayOptions(
                        args[0],
                        null,
                        ReplayPace.rate(Integer.parseInt(args[1])),
                        1,
                        false,
                        false,
                        40);
        ReplayProgress end =
                new Replay(streams, options, new WallClock())
                        .run(progress -> System.out.println(progress.tuples()));
        System.out.println("end " + end.tuples() + " " + end.complete());
    }

    private static final class WallClock implements ReplayClock {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public boolean await(long nanos) {
            LockSupport.parkNanos(nanos);
            return true;
        }
    }
}
