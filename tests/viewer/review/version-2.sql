-- What a session of version 2 held: the same as one of version 1, and what the verdict was said of.
INSERT INTO setting VALUES ('adjudication', 'false'), ('layers', '["arc"]'), ('seed', '0');
INSERT INTO side VALUES (0, 'gold', '/tmp/gold.conllu', 'gold.conllu', '{"encoding":"utf-8"}');
INSERT INTO reviewer VALUES ('anna', 0);
INSERT INTO sentence VALUES (1, 0, 's1', 12345);
INSERT INTO act VALUES (1, 'anna', 'third reading', '2026-01-02T03:04:05+00:00', 'done');
INSERT INTO change VALUES
  (1, 1, 'arc', '2', 'anna', NULL,
   '["3:obj","why?","a; b c","2026-01-02T03:04:05+00:00",12345,0,1,"{\"parse\":\"4 nsubj / 4 obj\"}"]');
INSERT INTO judgement VALUES
  (1, 'arc', '2', 'anna', '3:obj', 'why?', 'a; b c', '2026-01-02T03:04:05+00:00', 12345, 0, 1,
   '{"parse":"4 nsubj / 4 obj"}');
