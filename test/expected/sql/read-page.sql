SELECT row_to_json("record")::text FROM "default"."demand" AS "r" CROSS JOIN LATERAL (SELECT "r"."name" AS "name", "r"."due" AS "due") AS "record" ORDER BY "r"."due" DESC NULLS LAST, "r"."name" LIMIT $1::bigint OFFSET $2::bigint;
-- ["10","20"]

SELECT count(*)::text FROM "default"."demand" AS "r";
-- []
