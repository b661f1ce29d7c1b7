/** What stands in the form of a task, and what is launched with it. */
import { describe, expect, it } from 'vitest'
import type { Task, TaskParameter } from '../../platform/api/tasks.ts'
import {
  argumentsOf,
  choicesOf,
  chosenValue,
  type FormValues,
  initialValues,
  stepValues,
  kindOf,
  recordedValues,
  shownParameters,
} from './form-values.ts'

const parameter = (more: Partial<TaskParameter>): TaskParameter => ({
  type: 'string',
  title: '',
  description: '',
  default: undefined,
  enum: [],
  format: '',
  minimum: null,
  maximum: null,
  minLength: null,
  maxLength: null,
  minItems: null,
  deprecated: false,
  'x-form': true,
  'x-form-default': undefined,
  'x-options': '',
  'x-labels': {},
  'x-set': false,
  ...more,
})

const labels = { open: 'Offen', closed: 'Abgeschlossen' }
const task: Task = {
  name: 'tried',
  group: 'Daten',
  title: 'Probieren',
  about: 'Probiert.',
  url: '/execute/api/tried/',
  positional: [],
  secrets: [],
  destructive: false,
  destroys: [],
  parameters: {
    required: [],
    properties: {
      kind: parameter({ type: 'integer', default: 1, 'x-labels': { 1: 'Beschränkt', 2: 'Unbeschränkt' } }),
      format: parameter({ type: '', enum: ['csv', 'xlsx'], default: 'csv', 'x-labels': { csv: 'CSV' } }),
      status: parameter({ type: 'array', default: ['open'], 'x-labels': labels }),
      files: parameter({ type: 'array' }),
      note: parameter({}),
      former: parameter({ deprecated: true }),
      upload: parameter({ 'x-form': false }),
    },
  },
}
const { kind, format, status, files } = task.parameters.properties

describe('the form of a task', () => {
  it('always sends what it begins with where a launch without it does something else', () => {
    const parameters = {
      required: [],
      properties: { create: parameter({ type: 'boolean', 'x-form-default': false }) },
    }
    const choosing = { ...task, parameters }
    expect(argumentsOf(choosing, initialValues(choosing))).toEqual({ create: false })
    expect(argumentsOf(choosing, { create: true })).toEqual({ create: true })
  })

  it('begins in a step with what the step does without the argument, and keeps that when others are set', () => {
    const parameters = {
      required: [],
      properties: {
        overwrite: parameter({ type: 'boolean', default: true, 'x-form-default': false }),
        note: parameter({}),
      },
    }
    const choosing = { ...task, parameters }
    expect(initialValues(choosing)).toMatchObject({ overwrite: false })
    const values = stepValues(choosing, {})
    expect(values).toMatchObject({ overwrite: true })
    expect(argumentsOf(choosing, { ...values, note: 'nightly' })).toEqual({
      overwrite: true,
      note: 'nightly',
    })
    expect(stepValues(choosing, { overwrite: false })).toMatchObject({ overwrite: false })
  })

  it('offers what has words as choices, whatever its type', () => {
    expect(kindOf(task, 'kind', kind!)).toBe('choice')
    expect(kindOf(task, 'status', status!)).toBe('many')
    expect(kindOf(task, 'limits', parameter({ 'x-labels': labels, 'x-set': true }))).toBe('set')
    expect(choicesOf(kind!)).toEqual([
      { value: '1', label: 'Beschränkt' },
      { value: '2', label: 'Unbeschränkt' },
    ])
    expect(choicesOf(format!)).toEqual([
      { value: 'csv', label: 'CSV' },
      { value: 'xlsx', label: 'xlsx' },
    ])
    expect(choicesOf(files!)).toEqual([])
  })

  it('launches with the values themselves, in their type', () => {
    expect([chosenValue(kind!, '2'), chosenValue(format!, 'xlsx')]).toEqual([2, 'xlsx'])
    const values = { ...initialValues(task), kind: 2, status: ['open', 'closed'] }
    expect(argumentsOf(task, values)).toEqual({ kind: 2, status: ['open', 'closed'] })
    expect(argumentsOf(task, initialValues(task))).toEqual({})
  })

  it('begins with what an earlier run was given, where a program gave none of a set', () => {
    const properties = { limits: parameter({ 'x-labels': labels, 'x-set': true }), note: parameter({}) }
    const limited = { ...task, parameters: { required: [], properties } }
    const begun = (given: object) => argumentsOf(limited, initialValues(limited, { ...given }))
    expect(begun({})).toEqual({})
    expect(begun({ limits: '1', note: 'x' })).toEqual({ limits: '1', note: 'x' })
    expect(begun({ limits: '' })).toEqual({ limits: 'none' })
  })

  it('asks for what is left to programs only where it was given', () => {
    const asked = (values: FormValues) => shownParameters(task, values).map(([name]) => name)
    expect(asked(initialValues(task))).toEqual(['kind', 'format', 'status', 'files', 'note'])
    expect(asked({ ...initialValues(task), former: 'x', upload: '1' })).toContain('former')
    expect(asked({ ...initialValues(task), upload: '1' })).toContain('upload')
  })

  it('begins again with what a run was launched with', () => {
    const recorded = { kind: 2, format: 'xlsx', status: ['open, late.csv', 'closed'], note: 'a b' }
    expect(recordedValues(task, { ...recorded, gone: 1 })).toEqual(recorded)
    expect(initialValues(task, recordedValues(task, recorded))).toMatchObject(recorded)
  })
})
