package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.error.WukongsException;
import picocli.CommandLine;

/** Command lines that cannot be carried out: the exit code, one line, and no stack trace. */
class UsageTest {

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what is not there
                "nonsense                                              | nonsense",
                "query --nonsense                                      | --nonsense",
                "query                                                 | query needs --data, --graph or --store",
                "query --data x.nt                                     | query needs --query or -e",
                "query --store x:1 --graph g=x.nt -e ASK{}             | --graph is for files",
                "query --store x:y -e ASK{}                            | --store: ",
                "query --data x.nt -e                                  | -e",
                "query --data                                          | --data",
                "replay                                                | --stream",
                "replay --stream s=x.tsv                               | --query",
                "replay --query q --stream s                           | --stream takes NAME=FILE",
                "replay --query q --stream =x                          | --stream takes NAME=FILE",
                "query -e ASK{} --graph g                              | --graph takes NAME=FILE",
                "query -e ASK{} --graph g=                             | --graph takes NAME=FILE",
                "load                                                  | load needs --data",
                "load --graph g                                        | --graph takes NAME=FILE",
                "register                                              | FILE",
                "unregister                                            | NAME",
                "tail                                                  | NAME",
                "tail q --from noon                                    | --from is now, earliest",
                "explain                                               | explain needs the NAME of a registered query, --query or -e",
                "store --http-host h                                   | need --http PORT",
                "store --http-live-max 1                               | need --http PORT",
                "store --host 0.0.0.0                                  | other machines reach this",
                "store --http 0 --http-host 0.0.0.0                    | or --insecure if the network",
                "store --tls-certificate f                             | belong together",
                "store --tls-ca f                                      | need --tls-certificate",
                "store --oidc-keys f                                   | need --oidc-issuer URL",
                "store --oidc-issuer i --oidc-keys k                   | needs --oidc-audience and",
                "store --oidc-issuer i --oidc-audience a --oidc-keys http://1.1.1.1/k | with https",
                "status --tls-key f                                    | belong together",
                "store --abandon-checkpoints 7                         | belongs to --data-dir",
                "store --durable-uri file:/x                           | belongs to --data-dir",
                "store --data-dir d --durable-barriers                 | belong to --durable-uri",
                "store --data-dir d --s3-region r                      | belong to --durable-uri",
                "store --data-dir d --dictionary-dir e --durable-uri file:/x | no dictionary on disk",
                "store --data-dir d --durable-uri ftp://x              | a place is file:/DIRECTORY or",
                "store --data-dir d --durable-uri file:x               | a place is file:/DIRECTORY or",
                "store --node 1 --metadata kafka://h:1/t               | --node, --metadata: only with --cluster",
                "store --cluster c --node 1 --nodes 1,2                | needs --metadata,"
                        + " --cluster-token-file, --cluster-listen",
                "store --cluster c --node 1 --nodes 1,2 --metadata x:y --cluster-token-file f"
                        + " --cluster-listen h:1 --data-dir d --durable-uri file:/c --sync system"
                        + " | start without --sync system, --durable-uri",
                "store --cluster c --node 1 --nodes 1,2 --metadata x:y --cluster-token-file f"
                        + " --cluster-listen h:1 --dictionary-dir d | start without --dictionary-dir",
                "store --cluster c --node 1 --nodes 1,2 --metadata x:y --cluster-token-file f"
                        + " --cluster-listen h:1 --cluster-fabric verbs | over RDMA are not encrypted",
                "store --cluster c --node 1 --nodes 1,2 --metadata x:y --cluster-token-file f"
                        + " --cluster-listen h:1 --cluster-fabric auto --cluster-rdma-host h"
                        + " --tls-certificate c --tls-key k | over RDMA are not encrypted",
                "store --cluster c --node 1 --nodes 1,2 --metadata x:y --cluster-token-file f"
                        + " --cluster-listen h:1 --cluster-rdma-host h | only with --cluster-fabric",
                "backup --data-dir d                                   | --to",
                "restore --data-dir d --from s3://B/p                  | a place is file:/DIRECTORY or",
                "restore --data-dir d --from s3://abc --s3-endpoint h  | a server is http://HOST:PORT",
                // no number, no duration, no size
                "query --data x.nt -e ASK{} --repeat many              | --repeat",
                "query --data x.nt -e ASK{} --format pdf               | --format",
                "query --data x.nt -e ASK{} --store-memory big         | --store-memory",
                "query --data x.nt -e ASK{} --store-memory 999999999999g | --store-memory",
                "replay --query q --stream s=x --batch-interval 5      | a duration is a number with ms",
                "replay --query q --stream s=x --batch-interval 0ms    | a duration is a number with ms",
                "replay --query q --stream s=x --speed fast            | --speed takes max or a number",
                "replay --query q --stream s=x --speed 0               | --speed takes max or a number",
                "replay --query q --stream s=x --speed NaN             | --speed takes max or a number",
                "replay --query q --stream s=x --until soon            | --until",
                "replay --query q --stream s=x --format xml            | --format",
                "store --port many                                     | --port",
                "store --abandon-checkpoints all --data-dir d          | --abandon-checkpoints",
                "streams --batch-interval never                        | --batch-interval",
                "streams --add s --retention 60                        | a retention is forever or",
                // out of bounds
                "query --data x.nt -e ASK{} --repeat 0                 | --repeat must be from 1",
                "query --data x.nt -e ASK{} --repeat -1                | --repeat must be from 1",
                "query --data x.nt -e ASK{} --load-threads 0           | --load-threads must be from 1",
                "query --data x.nt -e ASK{} --load-threads 9999        | --load-threads must be from 1",
                "query --data x.nt -e ASK{} --store-memory 1           | --store-memory must be from 4096",
                "replay --query q --stream s=x --workers 0             | --workers must be from 1",
                "replay --query q --stream s=x --workers 65            | --workers must be from 1",
                "replay --query q --stream s=x --injectors 0           | --injectors must be from 1",
                "replay --query q --stream s=x --ring-tuples-max 0     | --ring-tuples-max must be from 1",
                "replay --query q --stream s=x --window-memory 1k      | --window-memory must be from",
                "replay --query q --stream s=x --batch-interval 9999h  | --batch-interval must be from 1",
                "store --port 99999                                    | --port must be from 0 to 65535",
                "store --port -1                                       | --port must be from 0 to 65535",
                "store --port 0 --http 65536                           | --http must be from 0 to 65535",
                "store --port 0 --http -5                              | --http must be from 0 to 65535",
                "store --terms-max 0                                   | --terms-max must be from 1",
                "store --terms-bytes-max 7                             | --terms-bytes-max must be from",
                "store --dictionary-cache-bytes 1k                     | --dictionary-cache-bytes must be",
                "store --data-dir d --checkpoints-retained 0           | --checkpoints-retained must be",
                "store --data-dir d --durable-uri file:/x --durable-interval 9ms | must be from 100",
                "store --ring-tuples-max 0                             | --ring-tuples-max must be from 1",
                "store --ring-tuples-max 999999999999                  | --ring-tuples-max must be from 1",
                "store --window-memory 1                               | --window-memory must be from",
                "store --store-memory 16385g                           | --store-memory must be from",
                "store --query-rows-max 0                              | --query-rows-max must be from 1",
                "store --query-time-max 99999999h                      | --query-time-max must be from 1",
                "store --query-memory-max 0                            | a size is a number of MiB",
                "store --query-memory-max 1023k                        | --query-memory-max must be from",
                "store --terms-bytes-max 8e9                           | a size is a number of bytes",
                "store --query-workers 0                               | --query-workers must be from 1",
                "store --terms-kept 29s                                | --terms-kept must be from 30000",
                "store --terms-kept never                              | a duration",
                "store --workers 0                                     | --workers must be from 1",
                "store --injectors 65                                  | --injectors must be from 1",
                "status --store h:many                                 | --store: a store address",
                "status --store h:99999                                | --store: a store address",
                "streams --batch-interval 9999h                        | --batch-interval must be from 1",
            })
    void wrongUsage(String commandLine, String expected) {
        assertThat(Cli.fails(2, commandLine.split(" ", -1))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "query --data DIR/none.nt -e ASK{}              | no such file",
                "query --data DIR -e ASK{}                      | no RDF format",
                "query --data DIR/f.pdf -e ASK{}                | f.pdf",
                "query --data DIR/ok.nt -e nonsense             | (-e, line 1, column 1)",
                "query --data DIR/ok.nt --query DIR/none.rq     | reason=no such file",
                "query --data DIR/ok.nt --query DIR             | a directory cannot be read as a file",
                "query --data DIR/ok.nt --query DIR/bytes       | not UTF-8 (DIR/bytes, line 2, column 3)",
                "query --data DIR/bytes.nt -e ASK{}             | not UTF-8 (DIR/bytes.nt, line 2, column 3)",
                "query --data DIR/bad.gz -e ASK{}               | bad.gz",
                "query --data DIR/remote.jsonld -e ASK{}        | remote.jsonld, line 1",
                "query --graph g=DIR/none.nt -e ASK{}           | no such file",
                "replay --stream s=DIR/none --query DIR/q.rq    | no such file",
                "replay --stream s=DIR --query DIR/q.rq         | a directory cannot be read as a file",
                "replay --stream s=DIR/bytes --query DIR/q.rq   | (DIR/bytes, line 1, column 1)",
                "replay --stream s=DIR/ok.tsv --query DIR/ok.nt | DIR/ok.nt, line 1",
                "replay --stream s=DIR/ok.tsv --query DIR/q.rq --stats DIR/no/stats | reason=No such file",
                "load --store 127.0.0.1:1 --data DIR/ok.nt      | 127.0.0.1:1",
                "status --store 127.0.0.1:1                     | 127.0.0.1:1",
                "store --port 0 --data-dir DIR/ok.nt            | reason=not a directory",
                "store --port 0 --dictionary-dir DIR/ok.nt      | directory=DIR/ok.nt",
                "backup --data-dir DIR --to file:DIR/no/place   | cannot create the place",
                "backup --data-dir DIR --to file:DIR/place      | not a data directory of a store",
                "restore --data-dir DIR/d --from file:DIR/none  | the restore failed: place=DIR/none",
                "store --port 0 --data-dir DIR/d --durable-uri file:DIR/none | reason=no such file",
                "store --port 0 --host no.such.host.invalid     | cannot listen",
            })
    void whatFailsSaysSoInOneLine(String commandLine, String expected) throws IOException {
        write("ok.nt", "<http://x/a> <http://x/b> \"c\" .\n");
        write("f.pdf", "%PDF");
        write("bad.gz", "no archive");
        write(
                "remote.jsonld",
                "{\"@context\":\"http://127.0.0.1:1/c\",\"@id\":\"http://x/a\",\"p\":1}");
        write("ok.tsv", "10\t<http://x/a> <http://x/b> \"c\" .\n");
        write(
                "q.rq",
                "REGISTER QUERY q AS SELECT * FROM STREAM s [RANGE 1s STEP 1s] WHERE {?a ?b ?c}");
        byte[] bytes = "# 1\n# ?\n".getBytes(StandardCharsets.UTF_8);
        bytes[6] = (byte) 0xFF;
        Files.write(directory.resolve("bytes"), bytes);
        Files.write(directory.resolve("bytes.nt"), bytes);
        String line = commandLine.replace("DIR", directory.toString());
        assertThat(Cli.fails(1, line.split(" ", -1)))
                .contains(expected.replace("DIR", directory.toString()));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    @Test
    void aBareCommandShowsWhatThereIs() {
        Cli cli = Cli.run();
        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).isEqualTo(Cli.ok("--help")).startsWith("Usage: wukongs ");
        for (String command : CommandList.names()) {
            assertThat(cli.lines())
                    .filteredOn(line -> line.startsWith("  " + command + " "))
                    .hasSize(1)
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
    }

    @Test
    void theListHasEveryCommandAndNoOther() {
        Set<String> all = new TreeSet<>(new CommandLine(new Wukongs()).getSubcommands().keySet());
        assertThat(all.addAll(CommandList.OF_OTHER_MODULES)).isTrue();
        assertThat(CommandList.names()).containsExactlyInAnyOrderElementsOf(all);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "qurey             | no such command: qurey, did you mean query?",
                "quer              | no such command: quer, did you mean query or queries?",
                "pord              | no such command: pord",
                "demmo             | no such command: demmo, did you mean demo?",
                "xyzzy             | no such command: xyzzy",
                "store --prot 1    | no such option of wukongs store: --prot, did you mean --port?",
                "store --htp=1     | no such option of wukongs store: --htp, did you mean --http?",
                "status extra      | wukongs status takes no such argument: extra",
                "cluster stats     | no such command: stats, did you mean status?",
                "streams -add s    | no such option of wukongs streams: -add, did you mean --add?",
            })
    void whatWasMeantIsSaid(String commandLine, String expected) {
        assertThat(Cli.fails(2, commandLine.split(" ", -1))).isEqualTo("error: " + expected);
    }

    @Test
    void distancesAreThoseOfTheTextbook() {
        assertThat(DidYouMean.distance("", "abc")).isEqualTo(3);
        assertThat(DidYouMean.distance("--kitten", "sitting")).isEqualTo(3);
        assertThat(DidYouMean.distance("ab", "ba")).isEqualTo(1);
        assertThat(DidYouMean.distance("ca", "abc")).isEqualTo(3);
        assertThat(DidYouMean.near("x", Set.of("y", "abc"))).containsExactly("y");
    }

    @Test
    void whateverEndsACommandIsOneLine() {
        assertThat(ErrorLine.of(new OutOfMemoryError("Java heap space")))
                .startsWith("not enough memory, give it more with WUKONGS_JAVA_OPTS=-Xmx…")
                .contains("reason=Java heap space heapMiB=");
        assertThat(ErrorLine.of(new StackOverflowError())).contains("nested too deeply");
        assertThat(ErrorLine.of(new UncheckedIOException(new NoSuchFileException("f"))))
                .isEqualTo("input or output failed: file=f reason=no such file");
        assertThat(ErrorLine.of(new CompletionException(WukongsException.user("why\nnot"))))
                .isEqualTo("why");
        assertThat(ErrorLine.of(new IllegalStateException("a\nb")))
                .isEqualTo("unexpected java.lang.IllegalStateException: a");
        assertThat(ErrorLine.of(new WrongUsageException(""))).isEqualTo("WrongUsageException");
    }

    @Test
    void outputThatNobodyTakesIsAnError() {
        PrintWriter out =
                StandardOutput.writer(
                        new OutputStream() {
                            @Override
                            public void write(int value) throws IOException {
                                throw new IOException("Broken pipe");
                            }
                        });
        StringWriter err = new StringWriter();
        int exitCode = Wukongs.run(new Wukongs(), out, new PrintWriter(err), "query", "--help");
        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "error: cannot write to standard output: reason=Broken pipe");
    }

    @Test
    void helpNamesCommandsAndExitCodes() {
        assertThat(Cli.ok("--help"))
                .contains("query", "replay", "store", "load", "register", "status", "demo")
                .contains("Exit codes: 0 done, 1 failed, 2 wrong usage.");
        assertThat(Cli.ok("replay", "--help")).contains("--batch-interval", "--stats");
        assertThat(Cli.ok("--version")).isNotBlank();
    }
}
