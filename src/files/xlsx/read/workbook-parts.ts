/** Reads which parts a workbook has and how they refer to each other: sheets in their order, shared texts, styles, areas. */
import { posix } from 'node:path'
import type { Message } from '../../../errors/messages.ts'
import type { Epoch } from '../serials.ts'
import { type Archive, refusedFile } from './archive.ts'
import { type Area, areaOf } from './area.ts'
import { scanPart } from './small-part.ts'
import { attributesOf } from './xml-scanner.ts'

export interface SheetPart {
  readonly title: string
  readonly part: string
  readonly hidden: boolean
  /** Area of the filter of the sheet, from the defined names of the workbook. */
  readonly filter?: Area
}

export interface WorkbookParts {
  readonly sheets: readonly SheetPart[]
  readonly epoch: Epoch
  readonly strings: string | undefined
  readonly styles: string | undefined
  /** Language of titles and headers, from the properties of the file. */
  readonly language: string | undefined
}

interface Relation {
  /** Last word of the type; the part before it differs between the two editions of the format. */
  readonly type: string
  readonly target: string
}

export async function readWorkbookParts(archive: Archive): Promise<WorkbookParts> {
  const roots = await readRelations(archive, '')
  const main = roots.find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !archive.has(main)) throw refusedFile(await noWorkbook(archive))
  if (main.endsWith('.bin')) throw refusedFile({ code: 'file_is_xlsb' })
  const relations = await readRelations(archive, main)
  const find = (type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type)?.target
  const { sheets, epoch } = await readSheets(archive, main, relations)
  const properties = roots.find(({ type }) => type === 'core-properties')?.target
  return {
    sheets,
    epoch,
    strings: find('sharedStrings'),
    styles: find('styles'),
    language: await readLanguage(archive, properties),
  }
}

async function noWorkbook(archive: Archive): Promise<Message> {
  if (!archive.has('mimetype')) return { code: 'file_is_zip' }
  let type = ''
  for await (const chunk of archive.read('mimetype')) type += chunk.toString('latin1').slice(0, 100)
  return type.includes('opendocument') ? { code: 'file_is_ods' } : { code: 'file_is_zip' }
}

/** Relations of a part by identifier, with a search by condition. */
class Relations extends Map<string, Relation> {
  find(wanted: (relation: Relation) => boolean): Relation | undefined {
    return [...this.values()].find(wanted)
  }
}

/** Returns the relations of a part, or of the archive itself if the name is `''`. */
async function readRelations(archive: Archive, part: string): Promise<Relations> {
  const folder = posix.dirname(part)
  const name = part === '' ? '_rels/.rels' : posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations = new Relations()
  if (!archive.has(name)) return relations
  await scanPart(archive, name, {
    open: (element, tag) => {
      if (element !== 'Relationship') return
      const given = attributesOf(tag)
      const target = given.get('Target') ?? ''
      if (given.get('TargetMode') === 'External') return
      relations.set(given.get('Id') ?? '', {
        type: given.get('Type')?.split('/').at(-1) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(part === '' ? '' : folder, target),
      })
    },
  })
  return relations
}

/**
 * Spreadsheet programs allow 31 characters; other programs write more. The number of sheets is limited because every
 * sheet takes time, whatever its size.
 */
const longestTitle = 255
const mostSheets = 1_000

const filterName = '_xlnm._FilterDatabase'

async function readSheets(
  archive: Archive,
  main: string,
  relations: Relations,
): Promise<Pick<WorkbookParts, 'sheets' | 'epoch'>> {
  const listed: { readonly title: string; readonly id: string; readonly hidden: boolean }[] = []
  const filters = new Map<number, Area>()
  let epoch: Epoch = 1900
  let named: number | undefined
  let text = ''
  await scanPart(archive, main, {
    open: (name, tag) => {
      if (name === 'sheet') {
        const sheet = listedSheet(attributesOf(tag))
        if (sheet.title.length > longestTitle) {
          throw refusedFile({ code: 'sheet_title_too_long', params: { limit: longestTitle } })
        }
        if (listed.push(sheet) > mostSheets)
          throw refusedFile({ code: 'too_many_sheets', params: { limit: mostSheets } })
      } else if (name === 'workbookPr' && isTrue(attributesOf(tag).get('date1904'))) epoch = 1904
      else if (name === 'definedName') {
        const given = attributesOf(tag)
        named = given.get('name') === filterName ? Number(given.get('localSheetId')) : undefined
        text = ''
      }
    },
    text: (piece) => {
      if (named !== undefined) text += piece
    },
    close: (name) => {
      if (name !== 'definedName' || named === undefined) return
      const area = areaOf(text.slice(text.lastIndexOf('!') + 1))
      if (area !== undefined) filters.set(named, area)
      named = undefined
    },
  })
  const sheets = listed.flatMap(({ title, id, hidden }, index) => {
    const relation = relations.get(id)
    if (relation?.type !== 'worksheet') return []
    const filter = filters.get(index)
    return [{ title, part: relation.target, hidden, ...(filter === undefined ? {} : { filter }) }]
  })
  return { sheets, epoch }
}

function listedSheet(given: ReadonlyMap<string, string>) {
  // The prefix of the attribute depends on the namespace declaration of the file.
  const id = [...given].find(([name]) => name.endsWith(':id'))?.[1] ?? ''
  const state = given.get('state') ?? 'visible'
  return { title: given.get('name') ?? '', id, hidden: state !== 'visible' }
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true' || text === 'on'

/** Maximum size of all tables of a sheet in bytes: the areas of their columns, and no cells. */
const largestTables = 32 * 2 ** 20

/**
 * Returns the areas of the tables of a sheet that have a header, from top to bottom. Throws `file_refused` for tables
 * that are too large. A part to which many relations lead is read once.
 */
export async function readTables(archive: Archive, sheet: string): Promise<readonly Area[]> {
  const areas: Area[] = []
  const related = [...(await readRelations(archive, sheet)).values()]
  const tables = related.filter(({ type, target }) => type === 'table' && archive.has(target))
  const targets = new Set(tables.map(({ target }) => target.toLowerCase()))
  const size = [...targets].reduce((sum, target) => sum + archive.size(target), 0)
  if (size > largestTables) throw refusedFile({ code: 'sheet_tables_too_large', params: { sheet } })
  for (const target of targets) {
    await scanPart(archive, target, {
      open: (name, tag) => {
        if (name !== 'table') return
        const given = attributesOf(tag)
        const area = areaOf(given.get('ref') ?? '')
        if (area === undefined || given.get('headerRowCount') === '0') return
        areas.push({ ...area, lastRow: area.lastRow - Number(given.get('totalsRowCount') ?? 0) })
      },
    })
  }
  return areas.sort((one, other) => one.firstRow - other.firstRow || one.firstColumn - other.firstColumn)
}

async function readLanguage(archive: Archive, part: string | undefined): Promise<string | undefined> {
  if (part === undefined || !archive.has(part)) return undefined
  let inside = false
  let language = ''
  await scanPart(archive, part, {
    open: (name) => {
      inside = name === 'language'
    },
    text: (piece) => {
      if (inside) language += piece
    },
    close: () => {
      inside = false
    },
  })
  return language === '' ? undefined : language.trim().toLowerCase()
}
