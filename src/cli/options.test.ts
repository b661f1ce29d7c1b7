import { Command } from 'commander'
import { expect, it } from 'vitest'
import { Type } from '../contract/type.ts'
import { addParameters, readParameters } from './options.ts'

const definition = {
  parameters: Type.Object({
    models: Type.Optional(Type.Array(Type.String(), { default: ['input.demand'] })),
    label: Type.Optional(Type.String()),
  }),
  positional: [],
  help: '',
  examples: [],
}

function read(...words: readonly string[]): Readonly<Record<string, unknown>> {
  const command = new Command()
  addParameters(command, definition)
  command.parse(words, { from: 'user' })
  return readParameters(command, definition)
}

it('the lists of a repeated option are joined; of other options the last value counts', () => {
  expect(read('--models=input.item', '--models', 'input.customer,input.supplier')).toEqual({
    models: ['input.item', 'input.customer', 'input.supplier'],
  })
  expect(read('--label=a', '--label=b')).toMatchObject({ label: 'b' })
  expect(read()).toEqual({ models: ['input.demand'] })
})
