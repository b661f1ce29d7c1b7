/** Reads the tokens of a statement one by one; throws `Misfit` for tokens that are not expected. */
import { type Token, tokenize } from './sql-tokens.ts'

/** Thrown for a statement that a dump never contains. */
export class Misfit extends Error {}

export interface TokenReader {
  /** Returns the next token without reading it; undefined after the last. */
  peek(): Token | undefined
  /** Reads the next token. */
  next(): Token
  /** Reads these words and signs if they come next, and returns whether they did. */
  takes(text: string): boolean
  /** Reads these words and signs, which must come next. */
  expect(text: string): void
  /** Reads a name without schema. */
  name(): string
  /** Reads the name of a table, sequence or index of the dump. */
  relation(): string
  /** Reads a list of names in parentheses. */
  names(): readonly string[]
  literal(): string
  /** Reads an integer. */
  integer(): void
  /** Throws if there are more tokens. */
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
      // Names with this prefix are rejected, because PostgreSQL looks up its own tables before those of the schema.
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
