/** Durations for the user: typed as `2d 4h`, `1:30` or `36h`, displayed as `2d 4h 30m`. */
import { formatDuration, parseDuration } from '../../../../src/model/values/durations.ts'

/** Returns the seconds of the API format `[D ]HH:MM:SS[.f]`. */
export const parseClock = (text: string): number | undefined => inSeconds(parseDuration(text.trim()))

/** Returns the seconds of a typed duration; undefined if it is invalid. A plain number means hours. */
export const parseDurationText = (text: string): number | undefined =>
  inSeconds(parseDuration(text.trim(), 'typed'))

const inSeconds = (micros: number | undefined): number | undefined =>
  micros === undefined ? undefined : micros / 1e6

/** Returns a duration in the format of the API. */
export const apiDuration = (seconds: number): string => formatDuration(Math.round(seconds * 1e6))

/** Returns `2d 4h 30m`: the same in all languages, and accepted by `parseDurationText`. */
export function durationText(seconds: number): string {
  const absolute = Math.abs(seconds)
  const parts = [
    [Math.floor(absolute / 86_400), 'd'],
    [Math.floor(absolute / 3_600) % 24, 'h'],
    [Math.floor(absolute / 60) % 60, 'm'],
    [Math.round((absolute % 60) * 1e6) / 1e6, 's'],
  ] as const
  const named = parts.filter(([amount]) => amount !== 0).map(([amount, letter]) => `${amount}${letter}`)
  return `${seconds < 0 ? '-' : ''}${named.length === 0 ? '0h' : named.join(' ')}`
}
