/** Formats parts of days in planning time; the languages that only test translations use English. */
export const dayFormat = (language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language.replace(/^(?:en-xa|ar-xb)$/, 'en'), { ...parts, timeZone: 'UTC' })
