/** Renders comments of header cells: the texts, and the boxes that show them when the pointer is on the cell. */
import { columnLetters } from '../cell-kinds.ts'
import { xmlText } from '../xml-text.ts'
import type { SheetColumn } from './sheet-source.ts'

interface Note {
  readonly column: number
  readonly text: string
}

function notesOf(columns: readonly SheetColumn[]): readonly Note[] {
  return columns.flatMap(({ note }, column) => (note === undefined ? [] : [{ column, text: note }]))
}

export function notesXml(columns: readonly SheetColumn[]): string {
  const comments = notesOf(columns).map(
    ({ column, text }) =>
      `<comment ref="${columnLetters(column)}1" authorId="0"><text><t xml:space="preserve">${xmlText(text)}</t></text></comment>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author></author></authors><commentList>${comments.join('')}</commentList></comments>
`
}

/** Returns the number of lines of a text in its box. */
const linesOf = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 38)), 0)

export function noteShapesXml(columns: readonly SheetColumn[]): string {
  const shapes = notesOf(columns).map(({ column, text }, index) => {
    const lines = Math.min(30, linesOf(text) + 1)
    const anchor = `${column + 1}, 15, 0, 2, ${column + 4}, 15, ${lines}, 4`
    return `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;margin-left:60pt;margin-top:2pt;width:220pt;height:${lines * 15}pt;z-index:${index + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  })
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>
`
}
