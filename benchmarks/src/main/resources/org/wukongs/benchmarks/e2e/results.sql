-- Liked things joined with stored triples, and the rows of all queries.

CREATE VIEW l5 AS
  SELECT /*+ STATE_TTL('w' = '${ttl}', 'k' = '0s') */ w.window_end, w.photo, w.f1, w.f2
    FROM liked_photo w JOIN knows k ON w.f1 = k.s AND w.f2 = k.o;
CREATE VIEW subscribed AS
  SELECT /*+ STATE_TTL('w' = '${ttl}', 'k' = '0s') */ w.window_end, w.channel, w.post, w.friend, k.s AS u
    FROM liked_post w JOIN subscriber_of k ON w.channel = k.o;
CREATE VIEW l6 AS
  SELECT /*+ STATE_TTL('w' = '${ttl}', 'k' = '0s') */ w.window_end, w.channel, w.post, w.u, w.friend
    FROM subscribed w JOIN knows k ON w.u = k.s AND w.friend = k.o;

INSERT INTO results
  SELECT CONCAT_WS(CHR(9), 'L1', CAST(window_end AS STRING), p, o) FROM l1
  UNION ALL SELECT CONCAT_WS(CHR(9), 'L2', CAST(window_end AS STRING), s, o) FROM l2
  UNION ALL SELECT CONCAT_WS(CHR(9), 'L3', CAST(window_end AS STRING), s, o) FROM l3
  UNION ALL SELECT CONCAT_WS(CHR(9), 'L4', CAST(window_end AS STRING), u, post1, post2, tag) FROM l4
  UNION ALL SELECT CONCAT_WS(CHR(9), 'L5', CAST(window_end AS STRING), photo, f1, f2) FROM l5
  UNION ALL SELECT CONCAT_WS(CHR(9), 'L6', CAST(window_end AS STRING), channel, post, u, friend) FROM l6;
