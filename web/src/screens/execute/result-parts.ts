/** Splits the result message of an import into one line per entity. */

export interface ResultParts {
  /** Text before and after the lines. */
  readonly before: string
  readonly lines: readonly { readonly name: string; readonly counts: string }[]
  readonly after: string
}

const count = String.raw`[\d,]+ \p{L}+`
const line = String.raw`\w+: ${count}(?:, ${count})*`
/** Matches `item: 3 created, 1 updated; demand: 2 created, 1 rejected.`, in every language. */
const several = new RegExp(String.raw`(?<=^|\s|。)${line}(?:; ${line})*[.。]`, 'u')

/** Returns undefined for a message without such lines. */
export function partsOf(message: string): ResultParts | undefined {
  const found = several.exec(message)
  if (found === null) return undefined
  const [text] = found
  return {
    before: message.slice(0, found.index).trim(),
    lines: text
      .slice(0, -1)
      .split('; ')
      .map((part) => {
        const [name = '', counts = ''] = part.split(': ')
        return { name, counts }
      }),
    after: message.slice(found.index + text.length).trim(),
  }
}
