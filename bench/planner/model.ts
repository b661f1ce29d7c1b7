/**
 * Generates a planning model of any size: end items, each made in a chain of operations from purchased components.
 * The second operation needs a resource shared with other items. Demands are random, denser in the near future. The
 * same size and seed give the same model.
 */
import { everyDay, wholeDay } from '../../src/planner/calendar/step-function.ts'
import type { Calendar, CalendarEntry } from '../../src/planner/calendar/step-function.ts'
import {
  emptyRows,
  type InputRows,
  type PlannerInput,
  type PlannerSettings,
} from '../../src/planner/input.ts'
import { day, hour, never, type Seconds } from '../../src/planner/time.ts'
import { type Random, randomOf } from './random.ts'

export interface ModelSize {
  readonly items: number
  readonly demandsPerItem: number
  readonly resources: number
  readonly components: number
}

export type Kind = 'usual' | 'scarce' | 'unconstrained'

/** Returns the size of a model for a number of demands; in the kind `scarce`, many items share few resources. */
export function modelSize(demands: number, kind: Kind): ModelSize {
  const demandsPerItem = demands > 20_000 ? 20 : 10
  const items = Math.ceil(demands / demandsPerItem)
  const resources = Math.ceil(kind === 'scarce' ? (demands * 3) / 1000 : demands / 50)
  return { items, demandsPerItem, resources, components: items * 2 }
}

export const start: Seconds = Date.UTC(2024, 0, 1) / 1000
const seed = 100
/** Number of operations that make an item one after the other. */
export const levels = 5
/** Number of pieces that a resource makes at the same time. */
export const capacity = 5
const componentsPerItem = 4
/** Mean times in days. */
const [deliveryTime, procurementTime] = [30, 40]

export function planningModel(size: ModelSize, kind: Kind): PlannerInput {
  const rows: InputRows = {
    ...emptyRows(),
    calendars: [{ name: 'Working Days', defaultValue: 0, entries: [weekdays] }],
    locations: [{ name: 'Factory', available: 'Working Days' }],
    suppliers: [{ name: 'component supplier' }],
  }
  const random = randomOf(seed)
  const cells = addResources(rows, size.resources)
  const components = addComponents(rows, random, size.components)
  for (let item = 0; item < size.items; item += 1) {
    addItem(rows, random, { item, cells, components, demands: size.demandsPerItem })
  }
  return { ...rows, settings: settingsOf(kind) }
}

function settingsOf(kind: Kind): PlannerSettings {
  const bound = kind !== 'unconstrained'
  return {
    current: start,
    plantype: 1,
    constraints: { capacity: bound, manufacturingLeadTime: bound, purchasingLeadTime: bound },
    autoFence: 999 * day,
    moveApprovedEarly: false,
    moveApprovedLate: false,
    administrativeLeadTime: 0,
    deliveryDuration: 0,
  }
}

const always: CalendarEntry = {
  start: -never,
  end: never,
  value: 1,
  priority: 0,
  weekdays: everyDay,
  from: 0,
  until: wholeDay,
}
/** Open from Monday to Friday. */
const weekdays: CalendarEntry = {
  ...always,
  start: Date.UTC(2020, 0, 1) / 1000,
  end: Date.UTC(2030, 11, 30) / 1000,
  priority: 1,
  weekdays: 0b0111110,
}

const numbered = (name: string, number: number, digits: number): string =>
  `${name} ${String(number).padStart(digits, '0')}`

function addResources(rows: InputRows, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const name = numbered('Res', index, 4)
    const calendar: Calendar = {
      name: `capacity for res ${name.slice(4)}`,
      defaultValue: 0,
      entries: [{ ...always, start, value: capacity, priority: 1 }],
    }
    rows.calendars.push(calendar)
    rows.resources.push({ name, maximum_calendar: calendar.name, location: 'Factory' })
    return name
  })
}

function addComponents(rows: InputRows, random: Random, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const item = numbered('Component', index, 5)
    const days = Math.max(1, Math.abs(Math.round(random.normal(procurementTime, procurementTime / 3))))
    const cost = Math.round(random.uniform(0, 100))
    const onhand = Math.round((deliveryTime * random.uniform(1, 3) * days) / 30)
    rows.items.push({ name: item, cost })
    rows.buffers.push({ item, location: 'Factory', minimum: 20, onhand })
    rows.itemSuppliers.push({
      item,
      location: 'Factory',
      supplier: 'component supplier',
      leadtime: days * day,
      sizeminimum: 80,
      sizemultiple: 10,
      priority: 1,
      cost,
    })
    return item
  })
}

/** Returns the name of an end item, which is level 0, or of what it is made from. */
export const itemName = (item: number, level: number): string =>
  level === 0 ? numbered('Itm', item, 5) : `${itemName(item, 0)} L${String(level).padStart(2, '0')}`

/** Returns the name of the operation of a level of an item. */
export const operationName = (item: number, level: number): string =>
  `${numbered('Oper', item, 5)} L${String(level).padStart(2, '0')}`

interface ItemRequest {
  readonly item: number
  readonly cells: readonly string[]
  readonly components: readonly string[]
  readonly demands: number
}

/** Adds an end item with its demands, the operations that make it, and their materials. */
function addItem(
  rows: InputRows,
  random: Random,
  { item: number, cells, components, demands }: ItemRequest,
): void {
  const item = numbered('Itm', number, 5)
  rows.items.push({ name: item, cost: Math.round(random.uniform(100, 200)) })
  for (let index = 0; index < demands; index += 1) {
    rows.demands.push({
      name: `${numbered('Dmd', number, 5)} ${String(index).padStart(5, '0')}`,
      item,
      location: 'Factory',
      customer: numbered('Cust', random.below(100), 3),
      status: 'open',
      quantity: Math.trunc(random.uniform(1, 6)),
      due: start + hour * Math.round(random.exponential(1 / deliveryTime / 24)),
      priority: random.choice([1, 2]),
    })
  }
  const operations = addChain(rows, random, number, cells)
  const taken = new Set<string>()
  while (taken.size < componentsPerItem) {
    const [operation, component] = [random.choice(operations), random.choice(components)]
    const pair = `${operation}, ${component}`
    if (taken.has(pair)) continue
    taken.add(pair)
    const quantity = random.choice([-1, -1, -1, -2, -3])
    rows.materials.push({ operation, item: component, quantity, type: 'start' })
  }
}

/**
 * Adds a chain of operations that make an item from its intermediate items, starting with the end item. Returns their
 * names.
 */
function addChain(
  rows: InputRows,
  random: Random,
  number: number,
  cells: readonly string[],
): readonly string[] {
  const operations: string[] = []
  let item = itemName(number, 0)
  for (let level = 0; level < levels; level += 1) {
    const name = operationName(number, level)
    const operation = { name, location: 'Factory', sizemultiple: 1, item }
    operations.push(name)
    if (level === 1) {
      rows.operations.push({ ...operation, type: 'time_per', duration_per: day })
      const resource = number < cells.length ? cells[number]! : random.choice(cells)
      rows.loads.push({ operation: name, resource, quantity: 1 })
    } else {
      rows.operations.push({ ...operation, type: 'fixed_time', duration: day * (1 + random.below(5)) })
    }
    if (random.random() > 0.8) {
      rows.buffers.push({ item, location: 'Factory', onhand: Math.trunc(random.uniform(5, 20)) })
    }
    rows.materials.push({ operation: name, item, quantity: 1, type: 'end' })
    if (level === levels - 1) break
    item = itemName(number, level + 1)
    rows.items.push({ name: item, cost: Math.round(random.uniform(100, 200)) })
    rows.materials.push({ operation: name, item, quantity: -1, type: 'start' })
  }
  return operations
}
