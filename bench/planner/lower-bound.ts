/**
 * A lower bound of the lateness of any plan of a generated model. Only its shared resources and the durations of the
 * operations before and after them count: purchases, priorities and the sizes of shipments are ignored, stock goes to
 * the demands that are due first, and each piece ships when it is made. The pieces take equally long, so each resource
 * is best used without idle time, by the piece that is due first of those that can have reached it.
 */
import type { PlannerInput } from '../../src/planner/input.ts'
import { day } from '../../src/planner/time.ts'
import { capacity, itemName, levels, operationName, start } from './model.ts'

/** A piece that a resource makes. */
interface Piece {
  /** The date by which it has to be made, in seconds. */
  readonly due: number
  /** Working days before it can reach the resource. */
  readonly release: number
}

/** The level whose operation needs a resource. */
const loaded = 1
const daysOfWeek = 7
const workingDaysOfWeek = 5

/** Returns the end of a working day, in seconds, counted from 1; the model starts on a Monday. */
function endOf(workingDay: number): number {
  const weekends = Math.floor((workingDay - 1) / workingDaysOfWeek)
  return start + (workingDay + weekends * (daysOfWeek - workingDaysOfWeek)) * day
}

/** Returns quantity-days. */
export function lowerBound(input: PlannerInput): number {
  const onhand = new Map(input.buffers?.map((buffer) => [buffer.item, buffer.onhand ?? 0]))
  const durations = new Map(input.operations?.map(({ name, duration }) => [name, duration ?? 0]))
  const resources = new Map(input.loads?.map(({ operation, resource }) => [operation, resource]))
  const pieces = new Map<string, Piece[]>()
  let lateness = 0
  const demands = (input.demands ?? []).toSorted((a, b) => a.due - b.due)
  for (const { item, quantity, due } of demands) {
    const number = Number(item.slice('Itm '.length))
    const days = Array.from(
      { length: levels },
      (_, level) => durations.get(operationName(number, level))! / day,
    )
    for (let piece = 0; piece < quantity; piece += 1) {
      const level = takeStock(onhand, number)
      if (level === 0) continue
      if (level === loaded) {
        lateness += Math.max(0, endOf(days[0]!) - due) / day
        continue
      }
      const release = days.slice(loaded + 1, level).reduce((sum, each) => sum + each, 0)
      const made = { due: due - days[0]! * day, release }
      const resource = String(resources.get(operationName(number, loaded)))
      const list = pieces.get(resource)
      if (list === undefined) pieces.set(resource, [made])
      else list.push(made)
    }
  }
  for (const list of pieces.values()) lateness += latenessOn(list)
  return lateness
}

/** Takes a piece from stock. Returns its level; the number of levels if there is none. */
function takeStock(onhand: Map<string, number>, item: number): number {
  for (let level = 0; level < levels; level += 1) {
    const name = itemName(item, level)
    const left = onhand.get(name) ?? 0
    if (left <= 0) continue
    onhand.set(name, left - 1)
    return level
  }
  return levels
}

/** Returns the quantity-days of the pieces of one resource, which makes some of them on each working day. */
function latenessOn(pieces: readonly Piece[]): number {
  const left = pieces.toSorted((a, b) => a.due - b.due)
  let lateness = 0
  for (let workingDay = 1; left.length > 0; workingDay += 1) {
    for (let at = 0, made = 0; at < left.length && made < capacity;) {
      const { due, release } = left[at]!
      if (release >= workingDay) {
        at += 1
        continue
      }
      left.splice(at, 1)
      made += 1
      lateness += Math.max(0, endOf(workingDay) - due) / day
    }
  }
  return lateness
}
