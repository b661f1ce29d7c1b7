/**
 * Finds the template of a sentence that the planner has stored in English (src/planner/sentences.ts), so that it can
 * be shown in another language.
 */

export type Templates = Readonly<Record<string, string>>

/** A sentence as its template and the values of its parameters. */
export interface FoundSentence {
  readonly id: string
  readonly params: Readonly<Record<string, string>>
}

/** Parameters that are lists of sentences, whose ids begin with the name of the parameter. */
const lists: readonly string[] = ['lacks', 'fields', 'faults']
const numbers: ReadonlySet<string> = new Set(['missing', 'quantity', 'minimum', 'number', 'lots', 'most'])

export type ParameterKind = 'list' | 'number' | 'time' | 'text'

export const kindOf = (name: string): ParameterKind =>
  lists.includes(name) ? 'list' : numbers.has(name) ? 'number' : name === 'time' ? 'time' : 'text'

/** What the values of a parameter look like in English. */
const values: Readonly<Record<ParameterKind, string>> = {
  list: '.+',
  number: String.raw`-?\d[\d.e+-]*`,
  time: String.raw`[\d.]+ (?:day|minute)s?`,
  text: '.*?',
}

/** Sentences that follow another one. */
const followers: ReadonlySet<string> = new Set(['gain', 'gain_together'])

interface Template {
  readonly id: string
  /** Regular expression with a group per parameter. */
  readonly source: string
  /** Number of characters besides parameters: of two templates that fit, the one with more of them counts. */
  readonly fixed: number
}

function templateOf([id, text]: readonly [string, string]): Template {
  const parts = text.split(/\{\{(\w+)\}\}/)
  const source = parts.map((part, place) =>
    place % 2 === 1 ? `(?<${part}>${values[kindOf(part)]})` : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  )
  const fixed = parts.reduce((sum, part, place) => sum + (place % 2 === 1 ? 0 : part.length), 0)
  return { id, source: source.join(''), fixed }
}

/** Matches a text with the first template that fits. */
type Matcher = (text: string) => FoundSentence | undefined

function matcherOf(templates: readonly Template[], before = ''): Matcher {
  const patterns = templates.map(({ id, source }) => ({
    id,
    pattern: new RegExp(`^${before}${source}$`, 's'),
  }))
  return (text) => {
    for (const { id, pattern } of patterns) {
      const groups = pattern.exec(text)?.groups
      if (groups !== undefined || pattern.test(text)) return { id, params: { ...groups } }
    }
    return undefined
  }
}

export interface SentenceFinder {
  /** Returns the sentences of a description; undefined if one is not a sentence of the planner. */
  readonly find: (description: string) => readonly FoundSentence[] | undefined
  /** Returns the sentences of a parameter that is a list, such as what a sales order lacks. */
  readonly findList: (parameter: string, text: string) => readonly FoundSentence[]
}

const isPart = ({ id }: Template): boolean => lists.some((name) => id.startsWith(`${name}_`))
const isFollower = ({ id }: Template): boolean => followers.has(id)

/** @param english the templates in English */
export function createSentenceFinder(english: Templates): SentenceFinder {
  const templates = Object.entries(english)
    .map(templateOf)
    .toSorted((a, b) => b.fixed - a.fixed)
  const single = matcherOf(templates.filter((one) => !isPart(one) && !isFollower(one)))
  const follower = matcherOf(templates.filter(isFollower), '(?<first>.+?) ')
  return {
    find: (description) => {
      const last = follower(description)
      if (last !== undefined) {
        const { first = '', ...params } = last.params
        const before = single(first)
        if (before !== undefined) return [before, { id: last.id, params }]
      }
      const only = single(description)
      return only === undefined ? undefined : [only]
    },
    findList: (parameter, text) => {
      const own = templates.filter(({ id }) => id.startsWith(`${parameter}_`))
      // Names are quoted there, and must not reach into the next part.
      const any = own.map(({ source }) => source.replaceAll(/\(\?<\w+>/g, '(?:').replaceAll('.*?', '[^"]*'))
      const part = matcherOf(own)
      return [...text.matchAll(new RegExp(any.join('|'), 'gs'))].flatMap(([found]) => part(found) ?? [])
    },
  }
}
