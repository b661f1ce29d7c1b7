/** Walks over the tokens of a statement; what does not fit throws `Misfit`. */
import { type Token, tokenize } from './sql-tokens.ts'

/** The statement is none that our writer writes. */
export class Misfit extends Error {}

export interface TokenReader {
  /** The next token; undefined after the last. */
  peek(): Token | undefined
  /** Takes the next token. */
  next(): Token
  /** Takes these words and signs if they come next, and answers whether they did. */
  takes(text: string): boolean
  /** Takes these words and signs, which must come next. */
  expect(text: string): void
  /** Takes a name without a schema before it. */
  name(): string
  /** Takes the name of a table, sequence or index of the dump. */
  relation(): string
  /** Takes names in brackets. */
  names(): readonly string[]
  literal(): string
  /** Takes a whole number. */
  integer(): void
  /** There must be nothing more. */
  end(): void
}

export function readTokens(sql: string): TokenReader {
  const tokens = tokenize(sql)
  if (tokens === undefined) throw new Misfit()
  let position = 0
  const next = (): Token => {
    const token = tokens[position++]
    if (token === undefined) throw new Misfit()
    return token
  }
  const takes = (text: string): boolean => {
    const wanted = text.split(' ')
    const fits = wanted.every((part, index) => {
      const token = tokens[position + index]
      return (token?.kind === 'word' || token?.kind === 'sign') && token.text === part
    })
    if (fits) position += wanted.length
    return fits
  }
  const expect = (text: string): void => {
    if (!takes(text)) throw new Misfit()
  }
  const name = (): string => {
    const { kind, text } = next()
    if (kind !== 'word' && kind !== 'quoted') throw new Misfit()
    return text
  }
  return {
    peek: () => tokens[position],
    next,
    takes,
    expect,
    name,
    relation: () => {
      const text = name()
      // Before those of the schema the server finds its own, whose names begin so.
      if (text.startsWith('pg_')) throw new Misfit()
      return text
    },
    names: () => {
      expect('(')
      const names = [name()]
      while (takes(',')) names.push(name())
      expect(')')
      return names
    },
    literal: () => {
      const { kind, text } = next()
      if (kind !== 'literal') throw new Misfit()
      return text
    },
    integer: () => {
      takes('-')
      const { kind, text } = next()
      if (kind !== 'number' || !/^\d+$/.test(text)) throw new Misfit()
    },
    end: () => {
      if (position !== tokens.length) throw new Misfit()
    },
  }
}
