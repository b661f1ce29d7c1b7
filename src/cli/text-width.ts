/** Measures and cuts text in columns of a terminal. */

const characters = new Intl.Segmenter('en')
const ascii = /^[\u0020-\u007e]*$/
/** Characters that take two columns: those of East Asian scripts, and emoji. */
const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

const widthOf = (character: string): number => (wide.test(character) ? 2 : 1)

/** Returns the number of columns that the text takes on a terminal. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const { segment } of characters.segment(text)) width += widthOf(segment)
  return width
}

/** Returns the beginning of the text that fits into the width. */
export function cutText(text: string, width: number): string {
  if (ascii.test(text)) return text.slice(0, Math.max(0, width))
  let room = width
  for (const { segment, index } of characters.segment(text)) {
    room -= widthOf(segment)
    if (room < 0) return text.slice(0, index)
  }
  return text
}

/** Returns the text in one line, without control characters, which a terminal would obey. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
