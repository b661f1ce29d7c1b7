/** Endpoint of safety stock proposals. */
import {
  leadTimeSources,
  stockObstacles,
  type StockParameter,
  stockParameters,
} from '../model/safety-stock.ts'
import {
  answers,
  defineEndpoints,
  filterParameter,
  otherwise,
  type Parameter,
  searchParameter,
} from './endpoint.ts'
import {
  integer,
  limited,
  listOf,
  means,
  nullable,
  number,
  object,
  oneOf,
  type Schema,
  text,
} from './schemas.ts'

/** Returns a parameter of the proposal as a query parameter. */
function asked(name: StockParameter, type: Schema<number>): Parameter<number, 'default'> {
  const { description, least, most, otherwise: value } = stockParameters[name]
  return otherwise<number>(description, limited(type, { minimum: least, maximum: most }), value)
}

const buffer = object({
  id: integer,
  item: text,
  location: text,
  description: nullable(text),
  category: nullable(text),
  subcategory: nullable(text),
  group: means(nullable(text), 'Parent in the item hierarchy.'),
  demand: object({
    mean: means(number, 'Per week.'),
    deviation: means(number, 'Standard deviation per week.'),
    weeks: means(integer, 'Weeks whose demand is known.'),
    weeks_with_demand: integer,
  }),
  lead_time: nullable(
    object({
      days: number,
      deviation_days: number,
      source: means(
        oneOf(leadTimeSources),
        'observed: of completed orders; standard: of the data, with the assumed variation.',
      ),
      orders: means(integer, 'Completed orders.'),
      supply: nullable(oneOf(['PO', 'DO', 'MO'])),
    }),
  ),
  cost: means(nullable(number), 'Value of one unit.'),
  present: means(number, 'Safety stock in force at the date of the plan.'),
  calendar: means(
    nullable(object({ name: text, least: number, most: number })),
    'Calendar that sets the safety stock, with its lowest and highest value in the weeks of the outlook.',
  ),
  proposed: means(nullable(number), 'Null if there is an obstacle.'),
  reorder_point: means(nullable(number), 'Demand of the lead time, and the proposed safety stock.'),
  reorder_quantity: means(nullable(number), 'Demand of the batching window, by the lot size rule.'),
  value_change: means(
    nullable(number),
    'Change of the value of the safety stock; null for items without a cost.',
  ),
  obstacle: nullable(oneOf(stockObstacles)),
})

export const safetyStockEndpoints = defineEndpoints({
  'GET /api/plan/safetystock/': {
    id: 'propose_safety_stock',
    tag: 'plan',
    takesFilters: true,
    summary: 'Propose safety stock of buffers for a service level',
    description:
      'Takes the filters of the list of buffers as well, such as item__category. Computed from the variation of the weekly ' +
      'demand and of the lead time; nothing is stored. Needs the right to view buffers, items, sales orders, orders and ' +
      'replenishments.',
    access: {
      views: [
        'input.buffer',
        'input.item',
        'input.location',
        'input.demand',
        'input.operationplan',
        'input.operationplanmaterial',
        'input.itemsupplier',
        'input.itemdistribution',
        'input.operation',
      ],
    },
    query: {
      service_level: asked('service_level', number),
      history: asked('history', integer),
      outlook: asked('outlook', integer),
      lead_time_variation: asked('lead_time_variation', number),
      limit: asked('limit', integer),
      search: searchParameter,
      filter: filterParameter,
    },
    answers: {
      200: answers(
        'The buffers by item and location.',
        object({ total: means(integer, 'Buffers that match.'), buffers: listOf(buffer) }),
      ),
    },
  },
})
