-- Things and their likes in a window, by window joins: results come as soon as a window is over, but each window's
-- likes are listed again, ten times a second.

CREATE VIEW w_container AS
  SELECT window_start, window_end, s, o
    FROM TABLE(HOP(TABLE container, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, s, o;
CREATE VIEW w_post_like AS
  SELECT window_start, window_end, s, o
    FROM TABLE(HOP(TABLE post_like, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, s, o;
CREATE VIEW w_usertag AS
  SELECT window_start, window_end, s, o
    FROM TABLE(HOP(TABLE usertag, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, s, o;
CREATE VIEW w_photo_like AS
  SELECT window_start, window_end, s, o
    FROM TABLE(HOP(TABLE photo_like, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '1' SECOND))
   GROUP BY window_start, window_end, s, o;

CREATE VIEW liked_photo AS
  SELECT a.window_end, a.s AS photo, a.o AS f1, b.s AS f2
    FROM w_usertag a JOIN w_photo_like b
      ON a.window_start = b.window_start AND a.window_end = b.window_end AND a.s = b.o;
CREATE VIEW liked_post AS
  SELECT a.window_end, a.s AS channel, a.o AS post, b.s AS friend
    FROM w_container a JOIN w_post_like b
      ON a.window_start = b.window_start AND a.window_end = b.window_end AND a.o = b.o;
