/** For every input field of the planner: a model in which the field matters, and another value for it. */
import { day, hour } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { buys, date, demand, makes, plant, row, stock } from './small-plans.ts'

export type Rows = readonly FixtureRow[]
export type Fields = FixtureRow['fields']

/** A row of a model in which a change is made, and the other rows of the model. */
export interface Matter {
  readonly rows: Rows
  /** Field values that identify the changed row. */
  readonly of: Fields
  readonly to: unknown
}

const item = (name: string, fields: Fields = {}): FixtureRow => row('item', { name, ...fields })
const calendar = (name: string, closedFrom: number, closedUntil: number): Rows => [
  row('calendar', { name, defaultvalue: 1 }),
  row('calendarbucket', {
    calendar: name,
    value: 0,
    startdate: date(closedFrom),
    enddate: date(closedUntil),
  }),
]
const shop = [plant, row('supplier', { name: 'shop' }), item('bike')]
const bought = [...shop, buys({ leadtime: 3 * day }), demand({ quantity: 10, due: date(8), minshipment: 10 })]
const made = [...shop, makes({}), demand({ quantity: 10, due: date(8), minshipment: 10 })]
const frames = [item('frame'), stock('frame', 100)]
const takes = (fields: Fields = {}): FixtureRow =>
  row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start', ...fields })
const bench = row('resource', { name: 'bench', maximum: 1 })
const uses = (fields: Fields = {}): FixtureRow =>
  row('operationresource', { operation: 'make', resource: 'bench', quantity: 1, ...fields })
/** Two orders that cannot be made as one lot. */
const two = (...rows: Rows): Rows => [
  ...shop,
  makes({ sizemaximum: 10 }),
  demand({ quantity: 10, due: date(8), minshipment: 10 }),
  ...rows,
  demand({ name: 'second', due: date(8), minshipment: 1 }),
]
/** Two orders, the second of which is late and belongs to a group whose lines are shipped together. */
const grouped = (owner: string | undefined): Rows => [
  ...made.slice(0, -1),
  demand({ quantity: 10, due: date(8), minshipment: 10, policy: 'alltogether', owner }),
  demand({ name: 'second', due: date(0.5), minshipment: 1, policy: 'alltogether', owner: 'group' }),
]
const shipped = [
  plant,
  row('location', { name: 'depot' }),
  item('bike'),
  stock('bike', 100),
  row('itemdistribution', { item: 'bike', location: 'depot', origin: 'plant', leadtime: 2 * day }),
  demand({ location: 'depot', quantity: 10, due: date(8), minshipment: 10 }),
]
const routing = [
  ...shop,
  row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
  row('operation', { name: 'weld', location: 'plant', duration: day }),
  row('operation', { name: 'paint', location: 'plant', duration: 2 * day }),
  row('suboperation', { operation: 'build', suboperation: 'weld', priority: 1 }),
  row('suboperation', { operation: 'build', suboperation: 'paint', priority: 2 }),
  demand({ due: date(8), minshipment: 1 }),
]
const waiting = [
  ...made,
  row('operation', { name: 'prepare', location: 'plant', duration: day }),
  row('operation', { name: 'other', location: 'plant', duration: 3 * day }),
  row('operationdependency', { operation: 'make', blockedby: 'prepare', quantity: 1 }),
]
const choice = [...bought, buys({ supplier: 'other', leadtime: day, priority: 2 })]
const painted = [
  ...two(),
  row('setupmatrix', { name: 'colors' }),
  row('setuprule', {
    setupmatrix: 'colors',
    fromsetup: 'white',
    tosetup: 'red',
    duration: 3 * hour,
    priority: 1,
  }),
  row('resource', { name: 'bench', maximum: 1, setupmatrix: 'colors', setup: 'white' }),
  row('resource', { name: 'helper', maximum: 1 }),
  uses({ setup: 'red' }),
]
const colored = [
  ...made,
  ...['cheap', 'dear'].flatMap((name, index) => [
    row('setupmatrix', { name }),
    row('setuprule', {
      setupmatrix: name,
      fromsetup: 'white',
      tosetup: 'red',
      duration: hour,
      cost: 1 + 5 * index,
    }),
    row('resource', { name: `${name} bench`, maximum: 1, setupmatrix: name, setup: 'white' }),
    uses({ resource: `${name} bench`, name: 'any', setup: 'red', search: 'MINPENALTY', priority: 1 + index }),
  ]),
]
const crew = [
  ...made,
  row('resource', { name: 'crew', maximum: 1 }),
  row('resource', { name: 'Ann', owner: 'crew', maximum: 1, cost: 9 }),
  row('resource', { name: 'Bob', owner: 'crew', maximum: 1, cost: 1 }),
  row('resourceskill', { resource: 'Ann', skill: 'weld', priority: 1 }),
  row('resourceskill', { resource: 'Bob', skill: 'weld', priority: 2 }),
  row('resourceskill', { resource: 'Bob', skill: 'inspect', priority: 2 }),
  row('operationresource', {
    operation: 'make',
    resource: 'crew',
    quantity: 1,
    skill: 'weld',
    search: 'PRIORITY',
  }),
]
const kept = (fields: Fields): Rows => [
  ...made,
  row('operationplan', {
    reference: '1',
    type: 'MO',
    status: 'confirmed',
    quantity: 4,
    startdate: date(1),
    enddate: date(2),
    operation: 'make',
    ...fields,
  }),
]
const order = kept({})
const purchase = [
  ...bought,
  row('operationplan', {
    reference: '1',
    type: 'PO',
    status: 'confirmed',
    quantity: 4,
    startdate: date(1),
    enddate: date(2),
    item: 'bike',
    location: 'plant',
    supplier: 'shop',
  }),
]

const first = { name: 'make' }
export const matters: Readonly<Record<string, Readonly<Record<string, Matter>>>> = {
  location: {
    owner: {
      rows: [
        ...bought,
        row('location', { name: 'yard' }),
        demand({ name: 'far', location: 'yard', due: date(8) }),
      ],
      of: { name: 'yard' },
      to: 'plant',
    },
    available: { rows: [...made, ...calendar('closed', 7, 8)], of: { name: 'plant' }, to: 'closed' },
  },
  item: {
    owner: {
      rows: [...bought, item('racer'), demand({ name: 'race', item: 'racer', due: date(8) })],
      of: { name: 'racer' },
      to: 'bike',
    },
    type: { rows: [...made, stock('bike', 10, { batch: 'B' })], of: { name: 'bike' }, to: 'make to order' },
  },
  supplier: {
    available: { rows: [...bought, ...calendar('closed', 4, 6)], of: { name: 'shop' }, to: 'closed' },
  },
  operation: {
    sizeminimum: { rows: made, of: first, to: 20 },
    sizemultiple: { rows: made, of: first, to: 7 },
    sizemaximum: { rows: made, of: first, to: 4 },
    effective_start: { rows: made, of: first, to: date(9) },
    effective_end: { rows: made, of: first, to: date(6) },
    type: {
      rows: [...shop, makes({ duration_per: day }), demand({ quantity: 3, due: date(8) })],
      of: first,
      to: 'time_per',
    },
    item: { rows: [...made, item('car')], of: first, to: 'car' },
    location: { rows: [...made, row('location', { name: 'yard' })], of: first, to: 'yard' },
    owner: {
      rows: [...routing, row('operation', { name: 'pack', location: 'plant', duration: day, priority: 3 })],
      of: { name: 'pack' },
      to: 'build',
    },
    priority: { rows: made, of: first, to: 0 },
    fence: { rows: made, of: first, to: 20 * day },
    posttime: { rows: made, of: first, to: day },
    cost: {
      rows: [
        ...made.filter(({ fields }) => fields['name'] !== 'make'),
        makes({ search: 'MINCOST', cost: 9 }),
        makes({ name: 'cheap', search: 'MINCOST', cost: 5 }),
      ],
      of: first,
      to: 1,
    },
    duration: { rows: made, of: first, to: 2 * day },
    duration_per: {
      rows: [...shop, makes({ type: 'time_per' }), demand({ due: date(8) })],
      of: first,
      to: hour,
    },
    search: {
      rows: [
        ...made.filter(({ fields }) => fields['name'] !== 'make'),
        makes({ cost: 9, search: 'PRIORITY' }),
        makes({ name: 'nice', cost: 5, search: 'MINCOST' }),
      ],
      of: first,
      to: 'MINCOST',
    },
    available: { rows: [...made, ...calendar('closed', 7, 8)], of: first, to: 'closed' },
    batchwindow: { rows: [...made, demand({ name: 'next', due: date(10) })], of: first, to: 5 * day },
  },
  suboperation: {
    effective_start: { rows: routing, of: { suboperation: 'paint' }, to: date(100) },
    effective_end: { rows: routing, of: { suboperation: 'paint' }, to: date(-1) },
    operation: { rows: routing, of: { suboperation: 'paint' }, to: 'weld' },
    suboperation: {
      rows: [...routing, row('operation', { name: 'polish', location: 'plant', duration: 3 * day })],
      of: { suboperation: 'paint' },
      to: 'polish',
    },
    priority: { rows: routing, of: { suboperation: 'paint' }, to: 0.5 },
  },
  operationdependency: {
    operation: { rows: waiting, of: { blockedby: 'prepare' }, to: 'other' },
    blockedby: { rows: waiting, of: { operation: 'make' }, to: 'other' },
    quantity: { rows: waiting, of: { operation: 'make' }, to: 2 },
    safety_leadtime: { rows: waiting, of: { operation: 'make' }, to: day },
    hard_safety_leadtime: { rows: waiting, of: { operation: 'make' }, to: day },
  },
  operationmaterial: {
    effective_start: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: date(20) },
    effective_end: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: date(2) },
    operation: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: 'nothing' },
    item: { rows: [...made, ...frames, item('wheel'), takes()], of: { item: 'frame' }, to: 'wheel' },
    location: {
      rows: [...made, ...frames, row('location', { name: 'yard' }), takes()],
      of: { item: 'frame' },
      to: 'yard',
    },
    quantity: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: -2 },
    quantity_fixed: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: -3 },
    type: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: 'end' },
    name: {
      rows: [
        ...made,
        ...frames,
        item('tube'),
        stock('tube', 100),
        takes({ name: 'body' }),
        takes({ item: 'tube' }),
      ],
      of: { item: 'tube' },
      to: 'body',
    },
    priority: {
      rows: [
        ...made,
        ...frames,
        item('tube'),
        stock('tube', 100),
        takes({ name: 'body', priority: 2 }),
        takes({ item: 'tube', name: 'body', priority: 3 }),
      ],
      of: { item: 'tube' },
      to: 1,
    },
    search: {
      rows: [
        ...made,
        ...frames,
        item('tube'),
        stock('tube', 100),
        takes({ name: 'body' }),
        takes({ item: 'tube', name: 'body', priority: 2 }),
      ],
      of: { item: 'frame' },
      to: 'MINCOST',
    },
    transferbatch: {
      rows: [...made, ...frames, takes({ type: 'transfer_batch' })],
      of: { item: 'frame' },
      to: 2,
    },
    offset: { rows: [...made, ...frames, takes()], of: { item: 'frame' }, to: hour },
  },
  resource: {
    owner: {
      rows: [
        ...crew,
        row('resourceskill', { resource: 'Cid', skill: 'weld', priority: 0.5 }),
        row('resource', { name: 'Cid' }),
      ],
      of: { name: 'Cid' },
      to: 'crew',
    },
    type: { rows: two(bench, uses()), of: { name: 'bench' }, to: 'infinite' },
    constrained: { rows: two(bench, uses()), of: { name: 'bench' }, to: false },
    maximum: { rows: two(bench, uses()), of: { name: 'bench' }, to: 2 },
    maximum_calendar: {
      rows: [...two(bench, uses()), row('calendar', { name: 'pair', defaultvalue: 2 })],
      of: { name: 'bench' },
      to: 'pair',
    },
    available: {
      rows: [...two(bench, uses()), ...calendar('closed', 7, 8)],
      of: { name: 'bench' },
      to: 'closed',
    },
    location: {
      rows: [
        ...two(bench, uses()),
        ...calendar('closed', 7, 8),
        row('location', { name: 'hall', available: 'closed' }),
      ],
      of: { name: 'bench' },
      to: 'hall',
    },
    cost: {
      rows: crew.map((each) =>
        each.model === 'input.operationresource'
          ? { ...each, fields: { ...each.fields, search: 'MINCOST' } }
          : each,
      ),
      of: { name: 'Ann' },
      to: 0.1,
    },
    maxearly: { rows: two(bench, uses()), of: { name: 'bench' }, to: 0 },
    setupmatrix: { rows: painted, of: { name: 'bench' }, to: null },
    setup: { rows: painted, of: { name: 'bench' }, to: 'red' },
    efficiency: { rows: two(bench, uses()), of: { name: 'bench' }, to: 50 },
    efficiency_calendar: {
      rows: [...two(bench, uses()), row('calendar', { name: 'slow', defaultvalue: 50 })],
      of: { name: 'bench' },
      to: 'slow',
    },
  },
  operationresource: {
    effective_start: { rows: two(bench, uses()), of: { resource: 'bench' }, to: date(20) },
    effective_end: { rows: two(bench, uses()), of: { resource: 'bench' }, to: date(1) },
    operation: { rows: two(bench, uses()), of: { resource: 'bench' }, to: 'nothing' },
    resource: {
      rows: two(bench, uses(), row('resource', { name: 'other', maximum: 5 })),
      of: { resource: 'bench' },
      to: 'other',
    },
    skill: { rows: crew, of: { resource: 'crew' }, to: 'inspect' },
    quantity: {
      rows: two(row('resource', { name: 'bench', maximum: 2 }), uses()),
      of: { resource: 'bench' },
      to: 2,
    },
    quantity_fixed: {
      rows: two(row('resource', { name: 'bench', type: 'buckets_day', maximum: 1 }), uses()),
      of: { resource: 'bench' },
      to: 5,
    },
    name: {
      rows: two(
        bench,
        row('resource', { name: 'other', maximum: 1 }),
        uses({ name: 'any' }),
        uses({ resource: 'other' }),
      ),
      of: { resource: 'other' },
      to: 'any',
    },
    priority: {
      rows: [
        ...made,
        bench,
        row('resource', { name: 'other', maximum: 1 }),
        uses({ name: 'any', priority: 2 }),
        uses({ resource: 'other', name: 'any', priority: 3 }),
      ],
      of: { resource: 'other' },
      to: 1,
    },
    setup: { rows: painted, of: { resource: 'bench' }, to: 'white' },
    search: { rows: crew, of: { resource: 'crew' }, to: 'MINCOST' },
  },
  setuprule: {
    setupmatrix: { rows: painted, of: { fromsetup: 'white' }, to: 'other' },
    priority: {
      rows: [
        ...painted,
        row('setuprule', {
          setupmatrix: 'colors',
          fromsetup: 'white',
          tosetup: '.*',
          duration: hour,
          priority: 2,
        }),
      ],
      of: { tosetup: '.*' },
      to: 0,
    },
    fromsetup: { rows: painted, of: { fromsetup: 'white' }, to: 'blue' },
    tosetup: { rows: painted, of: { fromsetup: 'white' }, to: 'blue' },
    duration: { rows: painted, of: { fromsetup: 'white' }, to: 5 * hour },
    cost: { rows: colored, of: { setupmatrix: 'cheap' }, to: 50 },
    resource: { rows: painted, of: { fromsetup: 'white' }, to: 'helper' },
  },
  resourceskill: {
    effective_start: { rows: crew, of: { resource: 'Ann' }, to: date(20) },
    effective_end: { rows: crew, of: { resource: 'Ann' }, to: date(1) },
    resource: { rows: crew, of: { resource: 'Ann' }, to: 'bench' },
    skill: { rows: crew, of: { resource: 'Ann' }, to: 'inspect' },
    priority: { rows: crew, of: { resource: 'Ann' }, to: 3 },
  },
  buffer: {
    item: { rows: [...made, item('car'), stock('bike', 3)], of: { item: 'bike' }, to: 'car' },
    location: {
      rows: [...made, row('location', { name: 'yard' }), stock('bike', 3)],
      of: { item: 'bike' },
      to: 'yard',
    },
    batch: {
      rows: [
        plant,
        item('bike', { type: 'make to order' }),
        makes({}),
        stock('bike', 3, { batch: 'A' }),
        demand({ due: date(8), batch: 'A' }),
      ],
      of: { item: 'bike' },
      to: 'B',
    },
    type: { rows: [...made, stock('bike', 3)], of: { item: 'bike' }, to: 'infinite' },
    onhand: { rows: [...made, stock('bike', 3)], of: { item: 'bike' }, to: 5 },
    minimum: { rows: [...made, stock('bike', 3)], of: { item: 'bike' }, to: 5 },
    min_interval: { rows: [...made, stock('bike', 3)], of: { item: 'bike' }, to: day },
    minimum_calendar: {
      rows: [...made, row('calendar', { name: 'ten', defaultvalue: 10 }), stock('bike', 3)],
      of: { item: 'bike' },
      to: 'ten',
    },
    maximum: { rows: [...made, stock('bike', 3)], of: { item: 'bike' }, to: 50 },
    maximum_calendar: {
      rows: [...made, row('calendar', { name: 'ten', defaultvalue: 10 }), stock('bike', 3)],
      of: { item: 'bike' },
      to: 'ten',
    },
  },
  ...Object.fromEntries(
    (
      [
        ['itemsupplier', bought, choice],
        [
          'itemdistribution',
          shipped,
          [
            ...shipped,
            row('location', { name: 'hub' }),
            stock('bike', 100, { location: 'hub' }),
            row('itemdistribution', {
              item: 'bike',
              location: 'depot',
              origin: 'hub',
              leadtime: day,
              priority: 2,
            }),
          ],
        ],
      ] as const
    ).map(([model, rows, several]): [string, Readonly<Record<string, Matter>>] => {
      const of = model === 'itemsupplier' ? { supplier: 'shop' } : { origin: 'plant' }
      const place = model === 'itemsupplier' ? 'plant' : 'depot'
      // Costs matter only if the preferred operation searches by cost.
      const cheap = [
        ...rows.map((each) =>
          each.model === `input.${model}`
            ? { ...each, fields: { ...each.fields, cost: 5, priority: 2 } }
            : each,
        ),
        row('operation', { name: 'make', item: 'bike', location: place, search: 'MINCOST', cost: 9 }),
      ]
      return [
        model,
        {
          sizeminimum: { rows, of, to: 20 },
          sizemultiple: { rows, of, to: 7 },
          sizemaximum: { rows, of, to: 4 },
          effective_start: { rows, of, to: date(9) },
          effective_end: { rows, of, to: date(4) },
          item: { rows: [...rows, item('car')], of, to: 'car' },
          location: { rows: [...rows, row('location', { name: 'yard' })], of, to: 'yard' },
          leadtime: { rows, of, to: 5 * day },
          batchwindow: {
            rows: [...rows, demand({ ...rows.at(-1)!.fields, name: 'next', due: date(10) })],
            of,
            to: 0,
          },
          cost: { rows: cheap, of, to: 20 },
          priority: { rows: several, of, to: 3 },
          resource: { rows: [...rows, row('resource', { name: 'truck', maximum: 0.5 })], of, to: 'truck' },
          resource_qty: {
            rows: [
              ...rows.map((each) =>
                each.model === `input.${model}`
                  ? { ...each, fields: { ...each.fields, resource: 'truck' } }
                  : each,
              ),
              row('resource', { name: 'truck', maximum: 1 }),
            ],
            of,
            to: 2,
          },
          fence: { rows, of, to: 20 * day },
          ...(model === 'itemsupplier'
            ? {
                supplier: { rows, of, to: 'another' },
                extra_safety_leadtime: { rows, of, to: day },
                hard_safety_leadtime: { rows, of, to: day },
              }
            : { origin: { rows: several, of, to: 'nowhere' } }),
        },
      ]
    }),
  ),
  demand: {
    item: { rows: [...made, item('car')], of: { name: 'order' }, to: 'car' },
    location: { rows: [...made, row('location', { name: 'yard' })], of: { name: 'order' }, to: 'yard' },
    owner: {
      rows: grouped(undefined),
      of: { name: 'order' },
      to: 'group',
    },
    quantity: { rows: made, of: { name: 'order' }, to: 12 },
    due: { rows: made, of: { name: 'order' }, to: date(9) },
    priority: { rows: two(bench, uses()), of: { name: 'order' }, to: 0 },
    status: { rows: made, of: { name: 'order' }, to: 'closed' },
    operation: {
      rows: [...made, makes({ name: 'slow', duration: 4 * day })],
      of: { name: 'order' },
      to: 'slow',
    },
    minshipment: { rows: made, of: { name: 'order' }, to: 15 },
    maxlateness: {
      rows: [...shop, makes({ duration: 30 * day }), demand({ due: date(8) })],
      of: { name: 'order' },
      to: day,
    },
    policy: {
      rows: grouped('group'),
      of: { name: 'order' },
      to: 'independent',
    },
    batch: {
      rows: [
        plant,
        item('bike', { type: 'make to order' }),
        makes({}),
        stock('bike', 3, { batch: 'A' }),
        demand({ due: date(8) }),
      ],
      of: { name: 'order' },
      to: 'A',
    },
  },
  operationplan: {
    reference: { rows: order, of: { reference: '1' }, to: '77' },
    type: { rows: purchase, of: { reference: '1' }, to: 'DO' },
    status: { rows: [...order, bench, uses()], of: { reference: '1' }, to: 'completed' },
    quantity: { rows: order, of: { reference: '1' }, to: 6 },
    quantity_completed: { rows: order, of: { reference: '1' }, to: 2 },
    startdate: { rows: order, of: { reference: '1' }, to: date(0) },
    enddate: { rows: order, of: { reference: '1' }, to: date(3) },
    operation: {
      rows: [...order, makes({ name: 'other', item: 'frame' })],
      of: { reference: '1' },
      to: 'other',
    },
    owner: {
      rows: [
        ...routing,
        row('operationplan', {
          reference: '1',
          type: 'WO',
          status: 'confirmed',
          quantity: 1,
          startdate: date(1),
          enddate: date(2),
          operation: 'weld',
        }),
        row('operationplan', {
          reference: '2',
          type: 'MO',
          status: 'confirmed',
          quantity: 1,
          startdate: date(1),
          enddate: date(4),
          operation: 'build',
        }),
      ],
      of: { reference: '1' },
      to: '2',
    },
    batch: {
      rows: [
        ...order.filter(({ fields }) => fields['name'] !== 'bike'),
        item('bike', { type: 'make to order' }),
      ],
      of: { reference: '1' },
      to: 'B',
    },
    item: { rows: [...purchase, item('car')], of: { reference: '1' }, to: 'car' },
    location: { rows: [...purchase, row('location', { name: 'yard' })], of: { reference: '1' }, to: 'yard' },
    origin: {
      rows: [
        ...shipped,
        row('location', { name: 'hub' }),
        row('operationplan', {
          reference: '1',
          type: 'DO',
          status: 'confirmed',
          quantity: 4,
          startdate: date(1),
          enddate: date(3),
          item: 'bike',
          origin: 'plant',
          destination: 'depot',
        }),
      ],
      of: { reference: '1' },
      to: 'hub',
    },
    destination: {
      rows: [
        ...shipped,
        row('location', { name: 'hub' }),
        row('operationplan', {
          reference: '1',
          type: 'DO',
          status: 'confirmed',
          quantity: 4,
          startdate: date(1),
          enddate: date(3),
          item: 'bike',
          origin: 'plant',
          destination: 'depot',
        }),
      ],
      of: { reference: '1' },
      to: 'hub',
    },
    supplier: { rows: purchase, of: { reference: '1' }, to: 'another' },
    demand: {
      rows: [
        ...made,
        row('operationplan', {
          reference: '1',
          type: 'DLVR',
          status: 'confirmed',
          quantity: 4,
          startdate: date(1),
          enddate: date(1),
          demand: 'order',
        }),
      ],
      of: { reference: '1' },
      to: 'nobody',
    },
  },
  operationplanresource: {
    operationplan: {
      rows: [
        ...order,
        bench,
        row('resource', { name: 'other', maximum: 1 }),
        uses({ name: 'any' }),
        uses({ resource: 'other', name: 'any' }),
        row('operationplanresource', { operationplan: '1', resource: 'other' }),
      ],
      of: { operationplan: '1' },
      to: '2',
    },
    resource: {
      rows: [
        ...order,
        bench,
        row('resource', { name: 'other', maximum: 1 }),
        uses({ name: 'any' }),
        uses({ resource: 'other', name: 'any' }),
        row('operationplanresource', { operationplan: '1', resource: 'other' }),
      ],
      of: { operationplan: '1' },
      to: 'bench',
    },
  },
}

/**
 * Fields that do not change a plan: keys, because other records refer by them; the cost of an item; the customer; and
 * information that other fields contain.
 */
export const notOfThePlan: Readonly<Record<string, readonly string[]>> = {
  location: ['name'],
  // The value of stock, used in key figures of the plan only.
  item: ['name', 'cost'],
  supplier: ['name'],
  operation: ['name'],
  resource: ['name'],
  demand: ['name', 'customer'],
  itemsupplier: [],
}
