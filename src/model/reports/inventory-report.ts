/** Stock and its movements, per item, location and time bucket: the measures and columns of the report. */
import { number, reference } from '../define.ts'
import { bucketFields, defineReport } from './declare.ts'

export type Direction = 'produced' | 'consumed'
/** Order types of a movement. */
export type OrderKind = 'mo' | 'po' | 'do' | 'so'
export type Certainty = 'confirmed' | 'proposed'

export interface FlowMeasure {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly direction: Direction
  /** Undefined for all of them. */
  readonly kind?: OrderKind
  readonly certainty?: Certainty
}

interface DirectionWords {
  readonly label: string
  readonly help: string
  /** Order kinds, each with the end of its label and of its help text. */
  readonly kinds: readonly (readonly [OrderKind, string, string])[]
}

/** What planners call the directions. Items are received by making, buying or moving them. */
const directions: Readonly<Record<Direction, DirectionWords>> = {
  produced: {
    label: 'receipts',
    help: 'Quantity received',
    kinds: [
      ['mo', ' by manufacturing', ' from manufacturing orders'],
      ['po', ' by purchasing', ' from purchase orders'],
      ['do', ' by distribution', ' from distribution orders'],
    ],
  },
  consumed: {
    label: 'issues',
    help: 'Quantity issued',
    kinds: [
      ['mo', ' by manufacturing', ' to manufacturing orders'],
      ['do', ' by distribution', ' to distribution orders'],
      ['so', ' by sales', ' by deliveries of sales orders'],
    ],
  },
}

const certainties: readonly (readonly [Certainty, string])[] = [
  ['confirmed', ', of orders that are not proposals'],
  ['proposed', ', of proposals'],
]

const split = (flow: Omit<FlowMeasure, 'certainty'>): readonly FlowMeasure[] => [
  flow,
  ...certainties.map(([certainty, words]) => {
    const name = `${flow.name}_${certainty}`
    const label = `${flow.label} ${certainty}`
    return { ...flow, certainty, name, label, help: `${flow.help.slice(0, -1)}${words}.` }
  }),
]

const flowsOf = (direction: Direction): readonly FlowMeasure[] => {
  const { label, help, kinds } = directions[direction]
  return [
    ...split({ name: direction, label, direction, help: `${help} in the bucket.` }),
    ...kinds.flatMap(([kind, ending, words]) =>
      split({
        name: `${direction}_${kind}`,
        label: `${label}${ending}`,
        direction,
        kind,
        help: `${help}${words}.`,
      }),
    ),
  ]
}

/** Receipts and issues, in total and by order type; each also split by status. */
export const flowMeasures: readonly FlowMeasure[] = [...flowsOf('produced'), ...flowsOf('consumed')]

export interface WayMeasure {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly type: 'PO' | 'DO' | 'MO'
  readonly certainty?: Certainty
}

const ways: readonly WayMeasure[] = [
  {
    name: 'onorder',
    label: 'on order',
    help: 'Quantity of purchase orders under way at the end of the bucket.',
    type: 'PO',
  },
  {
    name: 'intransit',
    label: 'in transit',
    help: 'Quantity of distribution orders under way at the end of the bucket.',
    type: 'DO',
  },
  {
    name: 'wip',
    label: 'work in progress',
    help: 'Quantity of manufacturing orders under way at the end of the bucket.',
    type: 'MO',
  },
]

function wayOf(way: WayMeasure, certainty: Certainty, words: string): WayMeasure {
  const [name, label] = [`${way.name}_${certainty}`, `${way.label} ${certainty}`]
  return { ...way, certainty, name, label, help: `${way.help.slice(0, -1)}${words}.` }
}

const splitWay = (way: WayMeasure): readonly WayMeasure[] => [
  way,
  ...certainties.map(([certainty, words]) => wayOf(way, certainty, words)),
]

/** Orders in progress at the end of a bucket. */
export const wayMeasures: readonly WayMeasure[] = ways.flatMap(splitWay)

export const inventoryReport = defineReport({
  name: 'inventoryreport',
  label: 'inventory report',
  about: 'Stock and what moves it per item, location and time bucket.',
  basedOn: ['input.operationplanmaterial', 'input.operationplan', 'input.buffer', 'input.demand'],
  key: 'startdate',
  rowsMidSize: 5_000_000,
  fields: [
    reference('item', 'input.item', 'cascade', { help: 'Item stocked.' }),
    reference('location', 'input.location', 'cascade', { help: 'Where it is stocked.' }),
    bucketFields,
    number('startonhand', { label: 'start on hand', help: 'Stock at the start of the bucket.' }),
    number('safetystock', { label: 'safety stock', help: 'Safety stock at the start of the bucket.' }),
    flowMeasures.map(({ name, label, help }) => number(name, { label, help })),
    number('endonhand', { label: 'end on hand', help: 'Stock at the end of the bucket.' }),
    number('daysofcover', {
      label: 'days of cover',
      help: 'Days after the end of the bucket for which its stock covers the planned consumption, within the horizon.',
    }),
    wayMeasures.map(({ name, label, help }) => number(name, { label, help })),
    number('totaldemand', {
      label: 'total demand',
      help: 'Quantity of the sales orders that are due in the bucket.',
    }),
    number('backlog', { help: 'Quantity due by the end of the bucket that is not delivered by then.' }),
    number('startvalue', {
      label: 'start value',
      help: 'Stock at the start of the bucket times the cost of the item.',
    }),
    number('endvalue', {
      label: 'end value',
      help: 'Stock at the end of the bucket times the cost of the item.',
    }),
  ],
})
