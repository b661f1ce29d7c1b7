/**
 * Parses PostgreSQL's text of a row, `(1,"a ""quoted"" text",)`, in which the log stores rows that were deleted in
 * bulk.
 */

/** Returns the values of the row in column order; an empty value is null. */
export function parseRecordText(text: string): readonly (string | null)[] {
  const values: (string | null)[] = []
  let position = 1
  while (position < text.length) {
    const { value, end } = readValue(text, position)
    values.push(value)
    position = end + 1
  }
  return values
}

/** Reads up to the comma or the closing parenthesis at `end`. */
function readValue(text: string, start: number): { readonly value: string | null; readonly end: number } {
  let value = ''
  let quoted = false
  let position = start
  for (; position < text.length; position += 1) {
    const character = text[position]!
    if (character === '\\') {
      position += 1
      value += text[position] ?? ''
    } else if (character === '"' && quoted && text[position + 1] === '"') {
      position += 1
      value += '"'
    } else if (character === '"') quoted = !quoted
    else if (!quoted && (character === ',' || character === ')')) break
    else value += character
  }
  return { value: position === start ? null : value, end: position }
}
