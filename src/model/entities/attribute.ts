import { boolean, choice, identity, lastModified, source, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const attribute = defineEntity({
  name: 'common.attribute',
  label: 'attribute',
  labelPlural: 'attributes',
  about: 'Definition of custom fields that extend other tables.',
  schema: 'control',
  key: 'id',
  naturalKey: ['model', 'name'],
  rowsMidSize: 40,
  fields: [
    source(),
    lastModified(),
    identity(),
    text('model', { required: true, help: 'Table that is extended.' }),
    text('name', {
      required: true,
      indexed: true,
      help: 'Column name; alphanumeric and underscore, forced to lower case.',
    }),
    text('label', { required: true, indexed: true, oneLine: true, help: 'Caption.' }),
    choice(
      'type',
      ['string', 'boolean', 'number', 'integer', 'date', 'datetime', 'duration', 'time', 'jsonb'],
      {
        required: true,
        words: {
          string: 'text',
          boolean: 'yes or no',
          integer: 'whole number',
          datetime: 'date and time',
          time: 'time of day',
          jsonb: 'JSON',
        },
        help: 'Data type of the column.',
      },
    ),
    boolean('editable', { default: true, help: 'False for computed columns.' }),
    boolean('initially_hidden', {
      label: 'initially hidden',
      default: false,
      help: 'Hidden until a user adds it.',
    }),
  ],
})
