import {
  array,
  assert,
  boolean,
  constantFrom,
  oneof,
  property,
  string as anyString,
  stringMatching,
  tuple,
  uniqueArray,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorClock } from '../../test/support/processor-time.ts'
import { defineField, type Field } from './field.ts'
import { fieldFinder, fieldHeaders, findEntityByTitle, foldHeader } from './headers.ts'
import { englishLabels, entityLabel, fieldLabel, type Labels } from './labels/labels.ts'
import { translatedLanguages } from './labels/languages.ts'
import { loadLabels } from '../words/load-labels.ts'
import { buildModel, requireEntity } from './model.ts'

const model = buildModel()
const demand = requireEntity(model, 'input.demand')
const german = await loadLabels('de')
const everyLanguage: readonly Labels[] = [
  englishLabels,
  ...(await Promise.all(translatedLanguages.map((language) => loadLabels(language)))),
]

const nameOf = (header: string, labels: Labels = englishLabels): string | undefined =>
  fieldFinder(demand, labels)(header)?.name
const titled = (title: string, labels: Labels = englishLabels): string | undefined =>
  findEntityByTitle(model, title, labels)?.name

const custom = (name: string, label: string): Field =>
  defineField(name, 'text', { label, help: 'Made by a user.', custom: true })
const demandWith = (fields: readonly Field[]): typeof demand =>
  requireEntity(buildModel(new Map([['input.demand', fields]])), 'input.demand')

describe('thousands of titles', () => {
  it('are looked up without folding the names of all entities for each of them', () => {
    const processorMs = processorClock()
    for (let index = 0; index < 20_000; index += 1) expect(titled(`s${index}`, german)).toBeUndefined()
    expect(processorMs()).toBeLessThan(5_000)
  })
})

describe('a header', () => {
  it.each(['', '  ', '_', 'nothing', 'constructor', '__proto__', 'due date', 'item_id_id', 'Menge'])(
    '"%s" names no field',
    (header) => expect(nameOf(header)).toBeUndefined(),
  )

  it.each([
    ['quantity', 'quantity'],
    ['QUANTITY', 'quantity'],
    ['last modified', 'lastmodified'],
    ['Last-Modified', 'lastmodified'],
    ['min_shipment', 'minshipment'],
    ['Minimum Shipment', 'minshipment'],
    ['item_id', 'item'],
    ['Item ID', 'item'],
    ['delivery operation', 'operation'],
    ['\uFEFFname', 'name'],
    ['\u00A0name\t', 'name'],
    ['due', 'due'],
  ])('"%s" names %s', (header, name) => expect(nameOf(header)).toBe(name))

  it('may be in the language of the file, while English still works', () => {
    expect(nameOf('Menge', german)).toBe('quantity')
    expect(nameOf('VERSPÄTUNG', german)).toBe('delay')
    expect(nameOf('quantity', german)).toBe('quantity')
  })

  it('may have been put into upper case, composed otherwise, or written full-width', () => {
    const operation = requireEntity(model, 'input.operation')
    expect(fieldFinder(operation, german)('MINIMALE LOSGRÖSSE')?.name).toBe('sizeminimum')
    expect(fieldFinder(operation, german)('minimale Losgröße'.normalize('NFD'))?.name).toBe('sizeminimum')
    expect(nameOf('ｑｕａｎｔｉｔｙ\u3000')).toBe('quantity')
  })

  it('that is a name goes before one that is a label', () => {
    const entity = demandWith([custom('weight', 'quantity'), custom('quantity_id', 'other')])
    expect(fieldFinder(entity, englishLabels)('Quantity')?.name).toBe('quantity')
    expect(fieldFinder(entity, englishLabels)('quantity_id')?.name).toBe('quantity_id')
  })

  it('that is exactly a name goes before names that only fold to the same', () => {
    const entity = demandWith([custom('last_modified', 'changed')])
    expect(fieldFinder(entity, englishLabels)('lastmodified')?.name).toBe('lastmodified')
    expect(fieldFinder(entity, englishLabels)(' last_modified ')?.name).toBe('last_modified')
  })
})

describe('the headers of a file', () => {
  it('are labels, but a name where the label means another field', () => {
    const entity = demandWith([custom('weight', 'Quantity')])
    const headers = new Map([...fieldHeaders(entity, german)].map(([field, header]) => [field.name, header]))
    expect(headers.get('quantity')).toBe('Menge')
    expect(headers.get('weight')).toBe('weight')
  })

  it.each(everyLanguage.map((labels) => [labels.language, labels] as const))(
    'are the labels of all our fields in %s, and lead back to them',
    (_language, labels) => {
      for (const entity of model.entities) {
        const find = fieldFinder(entity, labels)
        for (const [field, header] of fieldHeaders(entity, labels)) {
          expect([entity.name, header]).toEqual([entity.name, fieldLabel(entity, field, labels)])
          expect([entity.name, find(header)?.name]).toEqual([entity.name, field.name])
        }
      }
    },
  )

  it('lead back to their fields whatever users call their attributes', () => {
    const word = oneof(
      constantFrom('quantity', 'Menge', 'item', 'item_id', 'last_modified', 'due', 'Due'),
      anyString(),
    )
    const name = stringMatching(/^[a-z](?:_?[a-z0-9]){0,8}$/u)
    const fields = uniqueArray(
      tuple(name, word).map(([own, label]) => custom(own, label)),
      { selector: (field) => field.name },
    )
    assert(
      property(fields, constantFrom(...everyLanguage), (attributes, labels) => {
        const entity = demandWith(attributes)
        for (const [field, header] of fieldHeaders(entity, labels))
          expect(fieldFinder(entity, labels)(header)).toBe(field)
      }),
    )
  })
})

describe('folding', () => {
  it('changes nothing the second time', () => {
    assert(
      property(anyString({ unit: 'binary' }), (text) => {
        expect(foldHeader(foldHeader(text))).toBe(foldHeader(text))
      }),
    )
  })

  it('ignores case, blanks, underscores and hyphens', () => {
    const filler = constantFrom('', ' ', '_', '-', '\t', '\u00A0', '\u3000', ' - ')
    const letter = constantFrom('a', 'Z', 'ß', 'ẞ', 'é', 'É', 'ñ', '品', '目', '9', '%', 'σ', 'Σ')
    assert(
      property(array(tuple(letter, filler)), (parts) => {
        const plain = parts.map(([character]) => character).join('')
        const filled = parts.flat().join('')
        expect(foldHeader(filled)).toBe(foldHeader(plain))
        expect(foldHeader(filled.toUpperCase())).toBe(foldHeader(plain))
        expect(foldHeader(filled.toLowerCase())).toBe(foldHeader(plain))
      }),
    )
  })
})

describe('a title', () => {
  it.each([
    '',
    ' ',
    '.',
    '.1',
    '(1)',
    'nothing',
    'input',
    'demandx',
    'demand 1',
    'demand (a)',
    'constructor',
  ])('"%s" names no entity', (title) => expect(titled(title)).toBeUndefined())

  it.each([
    ['demand', 'input.demand'],
    ['input.demand', 'input.demand'],
    ['Sales Order', 'input.demand'],
    ['sales_orders', 'input.demand'],
    ['demand (1)', 'input.demand'],
    ['demand(12)', 'input.demand'],
    ['demand.1', 'input.demand'],
    ['sales orders.extra', 'input.demand'],
    ['input.demand.1', 'input.demand'],
    ['demand.extra (2).1', 'input.demand'],
    ['Setup Matrix Rules', 'input.setuprule'],
    ['order', 'input.operationplan'],
    ['inventory detail', 'input.operationplanmaterial'],
  ])('"%s" names %s', (title, name) => expect(titled(title)).toBe(name))

  it('may be in the language of the file, while English still works', () => {
    expect(titled('Kundenaufträge', german)).toBe('input.demand')
    expect(titled('KUNDENAUFTRAG (3)', german)).toBe('input.demand')
    expect(titled('sales orders', german)).toBe('input.demand')
    expect(titled('Kundenaufträge')).toBeUndefined()
  })

  it('may be labels of earlier releases', async () => {
    expect(titled('Ordens de serviço', await loadLabels('pt-br'))).toBe('input.workorder')
  })

  it('of every entity leads back to it in every language, with suffixes or without', () => {
    const suffix = constantFrom('', ' (1)', '(20)', '.1', '.extra', '.2024-01-31', '.a (7)')
    assert(
      property(
        constantFrom(...model.entities),
        constantFrom(...everyLanguage),
        boolean(),
        suffix,
        (entity, labels, plural, end) => {
          expect(titled(entityLabel(entity, labels, { plural }) + end, labels)).toBe(entity.name)
        },
      ),
      { numRuns: 300 },
    )
  })
})
