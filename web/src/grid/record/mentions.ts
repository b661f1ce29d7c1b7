/** Parses `@` mentions in a comment while they are typed, inserts the chosen name, and lists unknown names. */

export interface TypedMention {
  /** Position of the `@`. */
  readonly at: number
  /** Text typed after it. */
  readonly text: string
}

const typed = /(?<![\p{L}\p{N}@._+-])@([\p{L}\p{N}@._+-]{0,60})$/u

/** Returns the mention before the caret; undefined if none is being typed. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const [all, name] = typed.exec(text.slice(0, caret)) ?? []
  return all === undefined || name === undefined ? undefined : { at: caret - all.length, text: name }
}

/** Returns the text with a name in place of the typed mention, and the new position of the caret. */
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

/** Returns the mentioned names that the service does not know, from the headers of its answer; empty if there are none. */
export function listUnknownMentions(headers: Headers, language: string): string {
  const names = (headers.get('x-unknown-mentions') ?? '').split(',').filter((name) => name !== '')
  const shown = names.map((name) => (name.startsWith('+') ? name : `@${decodeURIComponent(name)}`))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(shown)
}
