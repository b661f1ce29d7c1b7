/** Report of the present number of items in each class, and their demanded value. */
import { integer, number, type Report, text } from 'planning-service/extension'

export const summary: Report = {
  name: 'summary',
  label: 'ABC summary',
  labelPlural: 'ABC summary',
  about: 'Items and demanded value per class, as of the last classification.',
  key: 'class',
  columns: [
    text('class', { help: 'A, B or C; "none" for items without demand.' }),
    integer('items', { help: 'Number of items.' }),
    number('items_share', { label: 'share of items', nullable: true, help: 'Percent of all items.' }),
    number('value', { nullable: true, label: 'demanded value', help: 'Sum over the items of the class.' }),
    number('value_share', {
      label: 'share of value',
      nullable: true,
      help: 'Percent of the sum over all items.',
    }),
  ],
  sql: (table) => `
    SELECT coalesce(i."abc", 'none') COLLATE "C" AS "class", count(*)::integer AS "items",
      100.0::double precision * count(*) / nullif(sum(count(*)) OVER (), 0)::double precision AS "items_share",
      sum(i."abc_value") AS "value",
      100 * sum(i."abc_value") / nullif(sum(sum(i."abc_value")) OVER (), 0) AS "value_share"
    FROM ${table('input.item')} i GROUP BY 1`,
}
