/** Renders the parts of a workbook besides its sheets: the list of parts with their types and relations. */
import { columnLetters } from '../cell-kinds.ts'
import { xmlAttribute, xmlText } from '../xml-text.ts'

/** A sheet that has been written. */
export interface FinishedSheet {
  readonly title: string
  readonly columns: number
  /** Number of rows including the header. */
  readonly rows: number
  readonly hasNotes: boolean
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${declaration}<Relationships xmlns="${packageRelations}">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>\n`

export const packageRelationsXml = relations([
  ['rId1', `${office}/officeDocument`, 'xl/workbook.xml'],
  [
    'rId2',
    'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
    'docProps/core.xml',
  ],
])

/** Returns the properties of the file: the language of its titles and headers. */
export const corePropertiesXml = (language: string): string =>
  `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:language>${xmlText(language)}</dc:language></cp:coreProperties>\n`

export function contentTypesXml(sheets: readonly FinishedSheet[]): string {
  const parts = sheets.flatMap(({ hasNotes }, index) => [
    [`/xl/worksheets/sheet${index + 1}.xml`, `${types}.worksheet+xml`],
    ...(hasNotes ? [[`/xl/comments${index + 1}.xml`, `${types}.comments+xml`]] : []),
  ])
  const overrides = [
    ['/xl/workbook.xml', `${types}.sheet.main+xml`],
    ['/xl/styles.xml', `${types}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...parts,
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${overrides.join('')}</Types>\n`
}

export function workbookXml(sheets: readonly FinishedSheet[]): string {
  const listed = sheets.map(
    ({ title }, index) =>
      `<sheet name="${xmlAttribute(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const areas = sheets.flatMap(({ title, columns, rows }, index) => {
    if (columns === 0) return []
    const area = `'${title.replaceAll("'", "''")}'!$A$1:$${columnLetters(columns - 1)}$${rows}`
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${xmlText(area)}</definedName>`,
    ]
  })
  const names = areas.length === 0 ? '' : `<definedNames>${areas.join('')}</definedNames>`
  return `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets>${names}</workbook>\n`
}

export function workbookRelationsXml(sheets: readonly FinishedSheet[]): string {
  return relations([
    ...sheets.map(
      (_, index) => [`rId${index + 1}`, `${office}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const,
    ),
    [`rId${sheets.length + 1}`, `${office}/styles`, 'styles.xml'],
  ])
}

export const sheetRelationsXml = (number: number): string =>
  relations([
    ['rId1', `${office}/comments`, `../comments${number}.xml`],
    ['rId2', `${office}/vmlDrawing`, `../drawings/vmlDrawing${number}.vml`],
  ])
