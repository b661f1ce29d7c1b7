/**
 * What an attack may cost others: answers to ordinary users within 500 ms, `/livez` within 100 ms, no error.
 *
 * On a busy machine everything takes longer. How much is measured, not guessed: where ordinary requests before or after
 * the attack take longer than on a quiet machine, the limits grow by the same factor. Where other programs keep the
 * server waiting for processors before or after the attack, they do so during the attack as well, and more or less: then
 * its waiting during the attack counts too. On a quiet machine it does not, as the attack itself may cause it.
 *
 * The short form runs beside other tests, whose load comes and goes within a second: its limits are three times as wide.
 * What these attacks did to the service once took seconds.
 */
import { expect } from 'vitest'
import type { AttackReport } from './attacked-service.ts'
import type { ProbeReport } from './probe-figures.ts'
import { fullLength } from './scale.ts'

/** 95 of 100 requests of others are answered within so many milliseconds. */
export const limitMs = 500
export const livezLimitMs = 100
/** What they take at most, without attack, on a machine that does nothing else. */
const quietMs = 60
const quietLivezMs = 15
/** How many times as long as on processors of its own the server takes without attack, at most, on such a machine. */
const quietSlowness = 2

/** By how much the limits of the short form are wider. */
const sharedMachineFactor = fullLength ? 1 : 3

const slowest = ({ kinds: { list, detail, post } }: ProbeReport): number =>
  Math.max(list.p95, detail.p95, post.p95)

/** Fails when others were affected; writes the figures either way. */
export function expectUnaffected(name: string, report: AttackReport): void {
  process.stdout.write(`${describeReport(name, report)}\n`)
  const { before, during, after } = report
  const { slowness } = report
  const starved = Math.max(slowness.before, slowness.after) > quietSlowness
  const waiting = starved ? Math.max(slowness.before, slowness.during, slowness.after) : 1
  const least = Math.max(waiting, sharedMachineFactor)
  const busy = Math.max(least, Math.max(slowest(before), slowest(after)) / quietMs)
  const busyLivez = Math.max(least, Math.max(before.kinds.livez.p95, after.kinds.livez.p95) / quietLivezMs)
  expect(during.errors, `${name}: errors of others`).toEqual([])
  for (const kind of ['list', 'detail', 'post'] as const) {
    expect(during.kinds[kind].count, `${name}: answers to ${kind}`).toBeGreaterThan(0)
    expect(during.kinds[kind].p95, `${name}: p95 of ${kind}`).toBeLessThan(limitMs * busy)
  }
  expect(during.kinds.livez.count, `${name}: answers of /livez`).toBeGreaterThan(0)
  expect(during.kinds.livez.p95, `${name}: p95 of /livez`).toBeLessThan(livezLimitMs * busyLivez)
}

/** One line: times of others before and during an attack, and what the server used. */
export function describeReport(name: string, report: AttackReport): string {
  const { before, during, usage, rssBefore, seconds, slowness } = report
  const waited = Object.values(slowness)
    .map((factor) => factor.toFixed(1))
    .join('/')
  const used =
    usage === undefined
      ? ''
      : `; server ${megabytes(rssBefore)} -> ${megabytes(usage.rssBytes)} MB (peak ${megabytes(usage.peakRssBytes)}), ${usage.cpuSeconds.toFixed(1)} s CPU in ${seconds.toFixed(1)} s`
  return `${name}: p50/p95/max ms during: ${timesOf(during)}; before: ${timesOf(before)}; slowness before/during/after ${waited}${used}`
}

const megabytes = (bytes: number | undefined): string => ((bytes ?? 0) / 2 ** 20).toFixed(0)

function timesOf({ kinds }: ProbeReport): string {
  return Object.entries(kinds)
    .map(([kind, { p50, p95, max, errors, count }]) => {
      const ms = [p50, p95, max].map((time) => time.toFixed(0)).join('/')
      return `${kind} ${ms} (${count}${errors === 0 ? '' : `, ${errors} errors`})`
    })
    .join(', ')
}
