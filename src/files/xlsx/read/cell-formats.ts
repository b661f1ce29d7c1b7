/** Determines the meaning of numbers from their cell formats: dates, times of day, durations, or plain numbers. */
import type { CellKind } from '../cell-kinds.ts'
import { type Archive, refusedFile } from './archive.ts'
import { scanPart } from './small-part.ts'
import { attributesOf } from './xml-scanner.ts'

/** Built-in formats, which files reference by number only. */
/** Maximum length of a format code in characters, as in spreadsheet programs. Longer codes are read as plain numbers. */
const longestCode = 255
/** Maximum number of cell formats; spreadsheet programs allow about 65,000. */
const mostFormats = 100_000

const builtIn: ReadonlyMap<number, CellKind> = new Map<number, CellKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id): [number, CellKind] => [id, 'date'],
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 47].map((id): [number, CellKind] => [id, 'time']),
  [22, 'moment'],
  [46, 'span'],
])

/** Returns the kind of a format code, such as `yyyy-mm-dd` or `[h]:mm`. */
export function kindOfFormat(code: string): CellKind {
  if (code.length > longestCode) return 'general'
  const sections = code.replaceAll(/"[^"]*"|\\.|[_*]./g, '').split(';')
  const first = sections.find((section) => section.trim() !== '') ?? ''
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'span'
  const letters = first.replaceAll(/\[[^\]]*\]|general|am\/pm|a\/p|e[+-]/gi, '')
  const hasClock = /[hs]/i.test(letters)
  const hasDate = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasClock)
  if (hasDate) return hasClock ? 'moment' : 'date'
  return hasClock ? 'time' : 'general'
}

/** Returns the kinds of the cell formats of a workbook, by the position that cells reference. */
export async function readCellFormats(
  archive: Archive,
  part: string | undefined,
): Promise<readonly CellKind[]> {
  if (part === undefined || !archive.has(part)) return []
  const codes = new Map<number, CellKind>()
  const kinds: CellKind[] = []
  let inside = false
  await scanPart(archive, part, {
    open: (name, tag) => {
      if (name === 'cellXfs') inside = true
      else if (name === 'numFmt') {
        const given = attributesOf(tag)
        codes.set(Number(given.get('numFmtId')), kindOfFormat(given.get('formatCode') ?? ''))
      } else if (name === 'xf' && inside) {
        const id = Number(attributesOf(tag).get('numFmtId') ?? 0)
        if (kinds.push(codes.get(id) ?? builtIn.get(id) ?? 'general') > mostFormats) {
          throw refusedFile({
            code: 'workbook_formats',
            params: { limit: mostFormats },
          })
        }
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inside = false
    },
  })
  return kinds
}
