/** Sizes of files in the reader's language. */
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function bytesOf(size: number, language: string): string {
  const step = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(size / 1000 ** step)
}
