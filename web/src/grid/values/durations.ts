/** Durations: read as people write them (`2d 4h`, `1:30`, `36h`) and as the API does (`1 04:00:00`, `PT4H`). */

const clock = /^([+-]?)(?:(\d+) )?(?:(\d+):)?(\d+):(\d+)(?:[.,](\d+))?$/
const iso = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i
const unit = /(\d+(?:[.,]\d+)?)\s*(w|d|h|m(?:in)?|s(?:ec)?)\b\.?/giy
const unitSeconds: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 }

/** Seconds of the API's own notation `[D ]HH:MM:SS[.f]`. */
export function parseClock(text: string): number | undefined {
  const match = clock.exec(text.trim())
  if (match === null) return undefined
  const [, sign, days = '0', first, second = '0', third = '0', fraction = ''] = match
  const [hours, minutes, seconds] =
    first === undefined ? [Number(second), Number(third), 0] : [Number(first), Number(second), Number(third)]
  const whole = Number(days) * 86_400 + hours * 3_600 + minutes * 60 + seconds + Number(`0.${fraction || 0}`)
  return sign === '-' && whole !== 0 ? -whole : whole
}

/** Seconds of whatever people type; `undefined` when it is no duration. A bare number means hours. */
export function parseDurationText(given: string): number | undefined {
  const text = given.trim()
  const found = parseClock(text) ?? parseIso(text)
  if (found !== undefined) return found
  const sign = text.startsWith('-') ? -1 : 1
  const rest = text.replace(/^[+-]\s*/, '')
  if (/^\d+(?:[.,]\d+)?$/.test(rest)) return sign * Number(rest.replace(',', '.')) * 3_600
  let seconds = 0
  let at = 0
  while (at < rest.length) {
    unit.lastIndex = at
    const match = unit.exec(rest)
    if (match === null) return undefined
    seconds += Number(match[1]!.replace(',', '.')) * unitSeconds[match[2]![0]!.toLowerCase()]!
    at = unit.lastIndex
    while (rest[at] === ' ') at += 1
  }
  return rest === '' ? undefined : sign * seconds
}

function parseIso(text: string): number | undefined {
  const match = iso.exec(text)
  if (match === null || !/\d/.test(text)) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0))
  const whole = (((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!
  return match[1] === '-' ? -whole : whole
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The API's notation. */
export function apiDuration(seconds: number): string {
  const absolute = Math.abs(seconds)
  const days = Math.floor(absolute / 86_400)
  const rest = absolute - days * 86_400
  const fraction = Math.round((rest % 1) * 1e6)
  const whole = Math.floor(rest)
  const time = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  const tail = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
  return `${seconds < 0 ? '-' : ''}${days === 0 ? '' : `${days} `}${time}${tail}`
}

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
