-- Topics, stored triples, and the windows of L1 to L6, as an experienced user of Flink SQL without the store would
-- write them.

-- A topic's times never fall, but several triples may have the same time, so the watermark is 1 ms behind.
CREATE TABLE po (
  s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka', 'topic' = '${po}', 'properties.bootstrap.servers' = '${kafka}',
  'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = '${bounded}', 'format' = 'rdf'
);
CREATE TABLE po_like WITH ('topic' = '${po_like}') LIKE po (OVERWRITING OPTIONS);
CREATE TABLE ph WITH ('topic' = '${ph}') LIKE po (OVERWRITING OPTIONS);
CREATE TABLE ph_like WITH ('topic' = '${ph_like}') LIKE po (OVERWRITING OPTIONS);
CREATE TABLE gps WITH ('topic' = '${gps}') LIKE po (OVERWRITING OPTIONS);

-- One line per row: query, window end, terms.
CREATE TABLE results (line STRING) WITH (
  'connector' = 'kafka', 'topic' = '${results}', 'properties.bootstrap.servers' = '${kafka}',
  'properties.linger.ms' = '0', 'properties.transaction.timeout.ms' = '600000',
  'sink.delivery-guarantee' = '${guarantee}', 'sink.transactional-id-prefix' = '${results}', 'format' = 'raw'
);

-- Stored triples: read once at the start, then in the state of regular joins for ever.
CREATE TABLE stored (s STRING, p STRING, o STRING) WITH ('connector' = 'filesystem', 'path' = '${stored}', 'format' = 'rdf');
CREATE VIEW account_of AS SELECT s, o FROM stored WHERE p = '<http://rdfs.org/sioc/ns#account_of>';
CREATE VIEW knows AS SELECT s, o FROM stored WHERE p = '<http://xmlns.com/foaf/0.1/knows>';
CREATE VIEW subscriber_of AS SELECT s, o FROM stored WHERE p = '<http://rdfs.org/sioc/ns#subscriber_of>';

-- Streams, filtered before anything else.
CREATE VIEW acts AS
  SELECT ts, p, o FROM po WHERE s = '${user}' UNION ALL SELECT ts, p, o FROM gps WHERE s = '${user}';
CREATE VIEW creator AS SELECT ts, s, o FROM po WHERE p = '<http://rdfs.org/sioc/ns#creator_of>';
CREATE VIEW tag AS SELECT ts, s, o FROM po WHERE p = '<http://www.ins.cwi.nl/sib/vocabulary/hashtag>';
CREATE VIEW container AS SELECT ts, s, o FROM po WHERE p = '<http://rdfs.org/sioc/ns#container_of>';
CREATE VIEW usertag AS SELECT ts, s, o FROM ph WHERE p = '<http://www.ins.cwi.nl/sib/vocabulary/usertag>';
CREATE VIEW photo_like AS SELECT ts, s, o FROM ph_like WHERE p = '<http://www.ins.cwi.nl/sib/vocabulary/like>';
CREATE VIEW post_like AS SELECT ts, s, o FROM po_like WHERE p = '<http://www.ins.cwi.nl/sib/vocabulary/like>';

-- Windows are grouped by all columns: graphs are sets, and Flink keeps a row of such a window once, not ten times.
CREATE VIEW w_acts AS
  SELECT window_end, p, o
    FROM TABLE(HOP(TABLE acts, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, p, o;
CREATE VIEW w_creator AS
  SELECT window_start, window_end, s, o
    FROM TABLE(HOP(TABLE creator, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, s, o;
CREATE VIEW w_tag AS
  SELECT window_start, window_end, s, o
    FROM TABLE(HOP(TABLE tag, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, s, o;
CREATE VIEW tagged AS
  SELECT c.window_start, c.window_end, c.s AS u, c.o AS post, t.o AS tag
    FROM w_creator c JOIN w_tag t
      ON c.window_start = t.window_start AND c.window_end = t.window_end AND c.o = t.s;

CREATE VIEW l1 AS SELECT window_end, p, o FROM w_acts;
CREATE VIEW l2 AS
  SELECT /*+ STATE_TTL('w' = '${ttl}', 'k' = '0s') */ w.window_end, w.s, w.o
    FROM w_creator w JOIN (SELECT s FROM account_of WHERE o = '${person}') k ON w.s = k.s;
CREATE VIEW l3 AS
  SELECT /*+ STATE_TTL('w' = '${ttl}', 'k' = '0s') */ w.window_end, w.s, w.o
    FROM w_creator w
    JOIN (SELECT f.o AS s FROM account_of a JOIN knows f ON a.s = f.s WHERE a.o = '${person}') k ON w.s = k.s;
CREATE VIEW l4 AS
  SELECT a.window_end, a.u, a.post AS post1, b.post AS post2, a.tag
    FROM tagged a JOIN tagged b
      ON a.window_start = b.window_start AND a.window_end = b.window_end AND a.u = b.u AND a.tag = b.tag
   WHERE a.post <> b.post;
