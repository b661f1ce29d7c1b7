/** Test extension module with an example of every kind of extension, in plain JavaScript like npm packages. */
import {
  defineEntity,
  defineExtension,
  defineTask,
  integer,
  lastModified,
  nameKey,
  number,
  reference,
  relationOf,
  requireEntity,
  source,
  text,
  Type,
} from 'planning-service/extension'

const pallet = defineEntity({
  name: 'depot.pallet',
  label: 'pallet',
  labelPlural: 'pallets',
  about: 'Pallet with goods of one item.',
  rowsMidSize: 1000,
  fields: [
    source(),
    lastModified(),
    nameKey(),
    reference('item', 'input.item', 'cascade', { required: true, help: 'What is on it.' }),
    reference('location', 'input.location', 'setNull', { nullable: true, help: 'Where it stands.' }),
    number('weight', { nullable: true, help: 'Weight in kg.' }),
  ],
})

const carrier = defineEntity({
  name: 'depot.carrier',
  label: 'carrier',
  labelPlural: 'carriers',
  about: 'Company that moves pallets.',
  schema: 'control',
  rowsMidSize: 10,
  fields: [nameKey(), text('phone', { nullable: true, help: 'Telephone number.' })],
})

const count = defineTask({
  help: 'Counts the pallets of a scenario.',
  examples: [['planctl count_pallets', 'all of them']],
  parameters: Type.Object(
    {
      least: Type.Number({
        default: 0,
        title: 'Least weight',
        description: 'Weight from which a pallet counts.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: [],
  right: 'execute.run_count_pallets',
  secrets: [],
  run: async ({ service, scenario, actor }, { least }) => {
    const context = service.dataContext({ scenario, actor })
    const pallets = relationOf(context, requireEntity(context.model, 'depot.pallet'))
    const { rows } = await context.home.query({
      text: `SELECT count(*) AS "count" FROM ${pallets} WHERE coalesce("weight", 0) >= $1`,
      values: [least],
    })
    return `${rows[0].count} pallets`
  },
})

export const extension = defineExtension({
  name: 'depot',
  about: 'Pallets and who moves them.',
  entities: [pallet, carrier],
  migrations: 'migrations',
  fields: {
    'input.location': [
      text('dock', { label: 'loading dock', nullable: true, indexed: true, help: 'Gate for lorries.' }),
    ],
    'input.operationplan': [integer('pallets', { nullable: true, help: 'Pallets that the order fills.' })],
    'input.demand': [
      reference('pallet', 'depot.pallet', 'setNull', {
        nullable: true,
        help: 'Pallet that goes to the customer.',
      }),
    ],
  },
  tasks: [{ name: 'count_pallets', group: 'Depot', title: 'Count pallets.', task: count }],
  menu: [
    { group: 'Depot', label: 'Pallets', entity: 'depot.pallet' },
    { group: 'Depot', label: 'Count pallets', task: 'count_pallets' },
    { group: 'Depot', label: 'Handbook', url: 'https://example.com/depot' },
    { group: 'Depot', label: 'Files', url: '/execute/api/fixtures/', right: 'execute.manage_files' },
  ],
  reports: [
    {
      name: 'load',
      label: 'load',
      labelPlural: 'loads',
      about: 'Weight per item.',
      key: 'item',
      columns: [
        text('item', { help: 'Item.' }),
        number('weight', { nullable: true, help: 'Sum of weights.' }),
      ],
      sql: (table) => `SELECT p."item", sum(p."weight") AS "weight" FROM ${table('depot.pallet')} p
        JOIN ${table('input.item')} i ON i."name" = p."item" GROUP BY 1`,
    },
  ],
  fixtures: ['fixtures/depot_demo.json'],
  exports: [{ name: 'pallets.csv', entity: 'depot.pallet', fields: ['name', 'item'], ordering: 'name' }],
  translations: {
    de: {
      entities: { pallet: ['Palette', 'Paletten'] },
      fields: { 'loading dock': 'Laderampe', Depot: 'Lager' },
      tasks: {
        count_pallets: {
          title: 'Paletten zählen',
          parameters: { least: ['Mindestgewicht', 'Gewicht, ab dem eine Palette zählt.'] },
        },
      },
    },
  },
})
