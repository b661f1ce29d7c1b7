/** Converts a model in the format of datasets, `{ model, fields }` rows, to the input of the planner. */
import {
  type Calendar,
  type CalendarEntry,
  everyDay,
  wholeDay,
} from '../../src/planner/calendar/step-function.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import { day, never, type Seconds } from '../../src/planner/time.ts'

export interface FixtureRow {
  readonly model: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface FixtureSettings {
  readonly current: string
  /** Bits: 4 capacity, 16 manufacturing and 32 purchasing lead time, 1 both lead times. */
  readonly constraints?: number
  readonly plantype?: 1 | 2
  /** Days. */
  readonly autofence?: number
  readonly moveApprovedEarly?: number | boolean
  readonly moveApprovedLate?: number | boolean
}

export function secondsOf(text: string): Seconds {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11) === '' ? '00:00:00' : text.slice(11)}Z`) / 1000
}

const dates = new Set(['startdate', 'enddate', 'effective_start', 'effective_end', 'due'])

type Values = Readonly<Record<string, unknown>>

export function plannerInput(rows: readonly FixtureRow[], settings: FixtureSettings): PlannerInput {
  const of = (model: string): readonly Values[] =>
    rows.filter((row) => row.model === `input.${model}`).map(({ fields }) => fields)
  const constraints = settings.constraints ?? 52
  const has = (bit: number): boolean => (constraints & bit) !== 0
  const tables: Omit<PlannerInput, 'settings' | 'calendars'> = withSeconds({
    locations: of('location'),
    items: of('item'),
    suppliers: of('supplier'),
    operations: of('operation'),
    suboperations: of('suboperation'),
    dependencies: of('operationdependency'),
    materials: of('operationmaterial'),
    resources: of('resource'),
    loads: of('operationresource'),
    setupRules: of('setuprule'),
    skills: of('resourceskill'),
    buffers: of('buffer'),
    itemSuppliers: of('itemsupplier'),
    itemDistributions: of('itemdistribution'),
    demands: of('demand'),
    orders: of('operationplan'),
    orderResources: of('operationplanresource'),
  })
  return {
    settings: {
      current: secondsOf(settings.current),
      plantype: settings.plantype ?? 1,
      constraints: {
        capacity: has(4),
        manufacturingLeadTime: has(16) || has(1),
        purchasingLeadTime: has(32) || has(1),
      },
      autoFence: settings.autofence === undefined ? undefined : settings.autofence * day,
      moveApprovedEarly: Boolean(settings.moveApprovedEarly),
      moveApprovedLate: Boolean(settings.moveApprovedLate),
      administrativeLeadTime: 0,
      deliveryDuration: 0,
    },
    calendars: calendarsOf(rows),
    ...tables,
  }
}

/** Returns a copy of the tables with dates as seconds. The planner reports missing and invalid values of rows. */
function withSeconds(tables: Readonly<Record<string, readonly Values[]>>) {
  const text = JSON.stringify(tables, (name, value: unknown) =>
    dates.has(name) && typeof value === 'string' ? secondsOf(value) : value,
  )
  return JSON.parse(text)
}

function calendarsOf(rows: readonly FixtureRow[]): readonly Calendar[] {
  const buckets = rows.filter(({ model }) => model === 'input.calendarbucket')
  return rows
    .filter(({ model }) => model === 'input.calendar')
    .map(({ fields }) => ({
      name: String(fields['name']),
      defaultValue: Number(fields['defaultvalue'] ?? 0),
      entries: buckets.filter((bucket) => bucket.fields['calendar'] === fields['name']).map(entryOf),
    }))
}

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function entryOf({ fields }: FixtureRow): CalendarEntry {
  const date = (name: string, missing: Seconds): Seconds =>
    typeof fields[name] === 'string' ? secondsOf(fields[name]) : missing
  const closed = days.reduce((bits, name, bit) => (fields[name] === false ? bits | (1 << bit) : bits), 0)
  return {
    start: date('startdate', -never),
    end: meantEnd(date('enddate', never)),
    value: Number(fields['value'] ?? 0),
    priority: Number(fields['priority'] ?? 0),
    weekdays: everyDay & ~closed,
    from: secondOfDay(fields['starttime'], 0),
    until: meantEnd(secondOfDay(fields['endtime'], wholeDay)),
  }
}

/** Returns an end time as the service reads it: 16:59:59 and 16:59 mean 17:00. */
const meantEnd = (second: number): number =>
  second % 60 === 59 ? second + 1 : second % 900 === 840 ? second + 60 : second

function secondOfDay(text: unknown, missing: number): number {
  if (typeof text !== 'string') return missing
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
