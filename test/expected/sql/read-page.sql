SELECT row_to_json("record")::text FROM "default"."demand" AS "r" CROSS JOIN LATERAL (SELECT "r"."name" AS "name", CASE WHEN "r"."due"::timestamp(0) = "r"."due" OR "r"."due"::timestamp(5) <> "r"."due" THEN to_json("r"."due") ELSE to_json(to_char("r"."due", 'YYYY-MM-DD"T"HH24:MI:SS.US')) END AS "due") AS "record" ORDER BY "r"."due" DESC NULLS LAST, "r"."name" LIMIT $1::bigint OFFSET $2::bigint;
-- ["10","20"]

SELECT count(*)::text FROM "default"."demand" AS "r";
-- []
