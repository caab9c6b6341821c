package org.wukongs.store.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.wukongs.store.copy.Backups;
import org.wukongs.store.copy.CopySummary;
import org.wukongs.store.copy.Place;
import org.wukongs.store.copy.PlaceUri;
import org.wukongs.store.server.StartProgress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands that copy data directories. */
final class CopyCommands {

    private CopyCommands() {}

    /** {@code wukongs backup}. */
    @Command(
            name = "backup",
            description = {
                "Copies the data directory of a store, which may be running, to an empty place.",
                "The copy is what the store would come back with if it were killed now."
            },
            mixinStandardHelpOptions = true)
    static final class Backup implements Callable<Integer> {

        @Option(
                names = "--data-dir",
                required = true,
                paramLabel = "DIR",
                description = "The data directory of the store.")
        private Path dataDirectory;

        @Option(
                names = "--to",
                required = true,
                paramLabel = "URI",
                converter = PlaceOptions.Uri.class,
                description = "Where to: file:/DIRECTORY or s3://BUCKET/PREFIX.")
        private PlaceUri to;

        @Mixin private PlaceOptions places;

        @Spec private CommandSpec spec;

        @Override
        public Integer call() {
            to.createDirectory();
            try (Place place = places.open(to)) {
                CopySummary made = Backups.backup(dataDirectory, place, System.currentTimeMillis());
                spec.commandLine().getOut().println("backed up to " + made);
            }
            return Wukongs.DONE;
        }
    }

    /** {@code wukongs restore}. */
    @Command(
            name = "restore",
            description = {
                "Fills an empty data directory with a backup, or with the copy that a store with"
                        + " --durable-uri has made. Everything is verified.",
                "Then start a store on the directory."
            },
            mixinStandardHelpOptions = true)
    static final class Restore implements Callable<Integer> {

        @Option(
                names = "--from",
                required = true,
                paramLabel = "URI",
                converter = PlaceOptions.Uri.class,
                description = "Where from: file:/DIRECTORY or s3://BUCKET/PREFIX.")
        private PlaceUri from;

        @Option(
                names = "--data-dir",
                required = true,
                paramLabel = "DIR",
                description = "The data directory, which is empty or does not exist.")
        private Path dataDirectory;

        @Mixin private PlaceOptions places;

        @Spec private CommandSpec spec;

        @Override
        public Integer call() {
            StartProgress progress =
                    new StartProgress(System::nanoTime, spec.commandLine().getErr()::println);
            try (Place place = places.open(from)) {
                CopySummary read = Backups.restore(place, dataDirectory, progress);
                spec.commandLine().getOut().println("restored from " + read);
            }
            return Wukongs.DONE;
        }
    }
}
