/** `@` in a comment: what is being typed of a name, and the text with the name that was chosen. */

export interface TypedMention {
  /** Where the `@` stands. */
  readonly at: number
  /** What is typed after it. */
  readonly text: string
}

const typed = /(?<![\p{L}\p{N}@._+-])@([\p{L}\p{N}@._+-]{0,60})$/u

/** The mention before the caret; undefined where none is being typed. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const [all, name] = typed.exec(text.slice(0, caret)) ?? []
  return all === undefined || name === undefined ? undefined : { at: caret - all.length, text: name }
}

/** The text with a name in place of what is typed, and where the caret then stands. */
export function insertMention(
  text: string,
  { at, text: name }: TypedMention,
  username: string,
): { readonly text: string; readonly caret: number } {
  const plain = /^[\p{L}\p{N}@._+-]+$/u.test(username)
  const inserted = plain ? `@${username} ` : `@"${username}" `
  const rest = text.slice(at + 1 + name.length).replace(/^ /, '')
  return { text: text.slice(0, at) + inserted + rest, caret: at + inserted.length }
}
