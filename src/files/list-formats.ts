/** All formats of lists: those of the read path, and those that produce files of another kind. */
import { type ListFormat, listFormats as plainFormats } from '../data/read/index.ts'
import { xlsxFormat } from './xlsx/list-format.ts'

export const listFormats: readonly ListFormat[] = [...plainFormats, xlsxFormat]

export const listFormatByName: ReadonlyMap<string, ListFormat> = new Map(
  listFormats.map((format) => [format.name, format]),
)
