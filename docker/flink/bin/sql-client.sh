#!/usr/bin/env bash
# Flink's SQL client, with the options of its own script: sql-client.sh [--file FILE] …
set -euo pipefail
exec java -Xmx256m -XX:+UseSerialGC \
    --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.net=ALL-UNNAMED \
    --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED \
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.lang.reflect=ALL-UNNAMED \
    --add-opens=java.base/java.text=ALL-UNNAMED --add-opens=java.base/java.time=ALL-UNNAMED \
    --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
    --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED \
    --add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED \
    -Dlog4j2.level=OFF -Dlog4j2.StatusLogger.level=OFF \
    -cp "$FLINK_HOME/lib/*" org.apache.flink.table.client.SqlClient "$@" --history /tmp/sql-history
