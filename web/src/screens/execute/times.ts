/** Moments and durations of runs in the reader's language. Times of runs are local to the installation. */

export function momentOf(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(time),
  )
}

/** From one moment to another, in its two largest units. */
export function durationOf(from: string, to: string, language: string): string {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)
  const words = (value: number, unit: string): string =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: seconds < 10 ? 1 : 0,
    }).format(value)
  if (seconds < 60) return words(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${words(minutes, 'minute')} ${words(Math.floor(seconds % 60), 'second')}`
  return `${words(Math.floor(minutes / 60), 'hour')} ${words(minutes % 60, 'minute')}`
}
