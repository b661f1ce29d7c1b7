/** Durations for the reader: typed as people write them (`2d 4h`, `1:30`, `36h`), shown as `2d 4h 30m`. */
import { formatDuration, parseDuration } from '../../../../src/model/values/durations.ts'

/** Seconds of the API's own notation `[D ]HH:MM:SS[.f]`. */
export const parseClock = (text: string): number | undefined => inSeconds(parseDuration(text.trim()))

/** Seconds of whatever people type; `undefined` when it is no duration. A bare number means hours. */
export const parseDurationText = (text: string): number | undefined =>
  inSeconds(parseDuration(text.trim(), 'typed'))

const inSeconds = (micros: number | undefined): number | undefined =>
  micros === undefined ? undefined : micros / 1e6

/** The API's notation. */
export const apiDuration = (seconds: number): string => formatDuration(Math.round(seconds * 1e6))

/** `2d 4h 30m`: the same in all languages, and read back by `parseDurationText`. */
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
