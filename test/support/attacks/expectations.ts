/**
 * Limits for the effect of an attack on other users: responses within 500 ms, `/livez` within 100 ms, no errors.
 *
 * On a busy machine everything takes longer. The delay is measured instead of estimated: if ordinary requests before
 * or after the attack take longer than on a quiet machine, the limits grow by the same factor. If other programs make
 * the server wait for processors before or after the attack, they do so during the attack as well, to a varying
 * degree; then its waiting time during the attack counts too. On a quiet machine it does not count, because the
 * attack itself may cause it.
 *
 * The short form runs in parallel with other tests, whose load changes within a second; its limits are three times as
 * wide. Earlier, these attacks delayed the service by seconds.
 */
import { expect } from 'vitest'
import type { AttackReport } from './attacked-service.ts'
import type { ProbeReport } from './probe-figures.ts'
import { scale } from '../scale.ts'

/** Maximum 95th percentile of the response time of other users, in milliseconds. */
export const limitMs = 500
export const livezLimitMs = 100
/** Maximum response time without attack on an idle machine, in milliseconds. */
const quietMs = 60
const quietLivezMs = 15
/** Maximum slowness of the server without attack on an idle machine (see `slownessBetween`). */
const quietSlowness = 2

/** Factor by which the limits of the short form are wider. */
const sharedMachineFactor = scale({ short: 3, full: 1 })

const slowest = ({ kinds: { list, detail, post } }: ProbeReport): number =>
  Math.max(list.p95, detail.p95, post.p95)

/** Fails if other users were affected; prints the figures in any case. */
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

/**
 * Returns one line with the response times of other users before and during an attack, and the resources that the
 * server used.
 */
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
