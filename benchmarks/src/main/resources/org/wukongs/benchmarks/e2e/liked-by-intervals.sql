-- Things and their likes in a window, by interval joins: a pair is found once and then put into its windows, so likes
-- without a pair cost little. But an interval join holds the watermark back by its interval, so results come a second
-- later.

CREATE VIEW photo_pair AS
  SELECT a.ts AS seen, b.ts AS ts, a.s AS photo, a.o AS f1, b.s AS f2
    FROM usertag a JOIN photo_like b
      ON a.s = b.o AND b.ts BETWEEN a.ts - INTERVAL '1' SECOND AND a.ts + INTERVAL '1' SECOND;
CREATE VIEW post_pair AS
  SELECT a.ts AS seen, b.ts AS ts, a.s AS channel, a.o AS post, b.s AS friend
    FROM container a JOIN post_like b
      ON a.o = b.o AND b.ts BETWEEN a.ts - INTERVAL '1' SECOND AND a.ts + INTERVAL '1' SECOND;

CREATE VIEW liked_photo AS
  SELECT window_end, photo, f1, f2
    FROM TABLE(HOP(TABLE photo_pair, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   WHERE CAST(seen AS TIMESTAMP(3)) >= window_start AND CAST(seen AS TIMESTAMP(3)) < window_end
   GROUP BY window_start, window_end, photo, f1, f2;
CREATE VIEW liked_post AS
  SELECT window_end, channel, post, friend
    FROM TABLE(HOP(TABLE post_pair, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   WHERE CAST(seen AS TIMESTAMP(3)) >= window_start AND CAST(seen AS TIMESTAMP(3)) < window_end
   GROUP BY window_start, window_end, channel, post, friend;
