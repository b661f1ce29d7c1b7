/** Takes apart what an import says at its end, so that each kind of data has a line of its own. */

export interface ResultParts {
  /** What is said before the lines, and after them. */
  readonly before: string
  readonly lines: readonly { readonly name: string; readonly counts: string }[]
  readonly after: string
}

const counts = String.raw`[\d,]+ [a-z]+(?:, [\d,]+ [a-z]+)*`
const line = String.raw`\w+: ${counts}`
/** Such as `item: 3 created, 1 updated; demand: 2 created, 1 rejected.` */
const several = new RegExp(String.raw`(?<=^|\s)${line}(?:; ${line})*\.`)

/** Undefined for a message that has no such lines. */
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
        const [name = '', told = ''] = part.split(': ')
        return { name, counts: told }
      }),
    after: message.slice(found.index + text.length).trim(),
  }
}
