import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { checkedArguments, joinLists, parseArguments, uniqueArguments } from './arguments.ts'
import { defineTask } from './definition.ts'

const task = defineTask({
  help: 'For tests.',
  examples: [],
  positional: [],
  parameters: Type.Object(
    {
      name: Type.Optional(Type.String()),
      token: Type.Optional(Type.String({ minLength: 8 })),
      pin: Type.Optional(Type.Integer()),
      names: Type.Optional(Type.Array(Type.String())),
      places: Type.Optional(Type.Array(Type.String(), { 'x-places': true })),
      count: Type.Optional(Type.Integer()),
      'on-end': Type.Optional(Type.String()),
      levels: Type.Optional(Type.Array(Type.Integer())),
    },
    { additionalProperties: false },
  ),
  right: 'superuser',
  secrets: ['token', 'pin'],
  run: () => Promise.resolve('done'),
})

function refusal(args: Readonly<Record<string, unknown>>): string {
  try {
    parseArguments(task, args)
  } catch (error) {
    if (error instanceof ServiceError) return JSON.stringify([error.code, error.params, error.message])
    throw error
  }
  return 'accepted'
}

test('what is secret is not repeated when it is refused, whatever its name is', () => {
  for (const args of [
    { token: 'hunter2' },
    { pin: 'hunter2' },
    { token: ['hunter2'] },
    { pin: 'hunter2\0' },
  ]) {
    expect(refusal(args)).toContain(`"name":"${Object.keys(args)[0]}"`)
    expect(refusal(args)).not.toContain('hunter2')
  }
  expect(refusal({ name: ['seen'] })).toContain('seen')
})

test('text that the database cannot hold is refused by name', () => {
  for (const text of ['a\0b', '\0', '\ud800', 'x\udc00']) {
    expect(refusal({ name: text })).toMatch(/invalid_parameter.*"name":"name".*must not hold/)
    expect(refusal({ names: ['good', text] })).toMatch(/invalid_parameter.*"name":"names".*must not hold/)
    expect(refusal({ names: `good,${text}` })).toMatch(/invalid_parameter.*"name":"names".*must not hold/)
  }
  expect(parseArguments(task, { name: 'Größe 😀' })).toEqual({ name: 'Größe 😀' })
})

test('an integer whose digits are lost, and a parameter in two spellings, are refused by name', () => {
  expect(refusal({ count: 1e30 })).toMatch(/invalid_parameter.*"name":"count".*number_too_large/)
  expect(() => parseArguments(task, { count: 1e30 })).toThrow(/9007199254740991\.$/)
  expect(refusal({ 'on-end': 'keep', on_end: 'delete' })).toMatch(
    /"name":"on-end".*parameter_twice.*"first":"keep","second":"delete"/,
  )
  expect(parseArguments(task, { on_end: 'keep', count: '7' })).toEqual({ 'on-end': 'keep', count: 7 })
})

test('a parameter that is given several times with the same value is accepted', () => {
  expect(parseArguments(task, { 'on-end': 'keep', on_end: 'keep' })).toEqual({ 'on-end': 'keep' })
  expect(uniqueArguments(task, [...joinLists(task, [['names', 'a, b']]), ['names', ['a', 'b']]])).toEqual({
    names: 'a, b',
  })
  expect(
    parseArguments(
      task,
      uniqueArguments(task, [
        ['count', '7'],
        ['count', 7],
      ]),
    ),
  ).toEqual({ count: 7 })
})

test('different values of a parameter are refused, and those of a secret are not repeated', () => {
  expect(() =>
    uniqueArguments(task, [
      ['count', '7'],
      ['count', 8],
    ]),
  ).toThrow(/"count".*"7" and "8"/)
  const secrets = [
    ['token', 'hunter2hunter2'],
    ['token', 'swordfish'],
  ] as const
  expect(() => uniqueArguments(task, secrets)).toThrow(/"token".*"…" and "…"/)
})

test('the values of a repeated list are joined', () => {
  const pairs = [
    ['levels', '1'],
    ['name', 'x'],
    ['levels', '2,3'],
  ] as const
  expect(parseArguments(task, uniqueArguments(task, joinLists(task, pairs)))).toEqual({
    name: 'x',
    levels: [1, 2, 3],
  })
})

test('lists take their members from text', () => {
  expect(parseArguments(task, { levels: '1, 2,,3', names: 'a, b' })).toEqual({
    levels: [1, 2, 3],
    names: ['a', 'b'],
  })
  expect(refusal({ levels: '1,two' })).toContain('levels')
})

test('a member of a list that has a comma is quoted, in the record of the task as well', () => {
  const args = parseArguments(task, { names: '"a, b.csv", c.csv' })
  expect(args).toEqual({ names: ['a, b.csv', 'c.csv'] })
  expect(checkedArguments(task, args).text).toBe(String.raw`--names="\"a, b.csv\",c.csv"`)
  expect(refusal({ names: '"a, b.csv' })).toMatch(/invalid_parameter.*"names"/)
})

test('a list whose members count by their place keeps the empty ones', () => {
  const args = parseArguments(task, { places: 'name,item,,due, ,' })
  expect(args).toEqual({ places: ['name', 'item', '', 'due', '', ''] })
  expect(checkedArguments(task, args).text).toBe('--places=name,item,,due,,')
  expect(parseArguments(task, { places: ['', 'a'] })).toEqual({ places: ['', 'a'] })
})
