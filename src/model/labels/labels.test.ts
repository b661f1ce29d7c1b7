import { describe, expect, it } from 'vitest'
import { defineField } from '../field.ts'
import { foldHeader } from '../headers.ts'
import { buildModel, requireEntity } from '../model.ts'
import {
  choiceLabel,
  choicesOf,
  englishChoice,
  englishLabels,
  entityLabel,
  fieldLabel,
  knownValues,
  type Labels,
} from './labels.ts'
import { pivotFields } from '../reports/declare.ts'
import { reportEntities } from '../reports/reports.ts'
import { timelineRows } from '../reports/timeline.ts'
import { findLanguage, languages, translatedLanguages } from './languages.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { fieldHelp } from '../../words/field-help.ts'

const model = buildModel()
const pivot = { ...timelineRows, name: 'output.pivot', fields: Object.values(pivotFields) }
/** Everything with labels: entities and reports. */
const worded = [...model.entities, ...reportEntities]
const allWorded = [...worded, timelineRows, pivot]
const demand = requireEntity(model, 'input.demand')
const due = demand.fieldByName.get('due')!

describe('labels', () => {
  it.each(['tlh', '', 'constructor', '__proto__'])(
    'are English in the unknown language "%s"',
    async (code) => {
      const labels = await loadLabels(code)
      expect(entityLabel(demand, labels)).toBe('sales order')
      expect(fieldLabel(demand, due, labels)).toBe('due')
    },
  )

  it('are English where a language lacks the word', async () => {
    const odd = { ...demand, label: 'constructor', labelPlural: 'constructors' }
    const field = defineField('odd', 'text', { label: 'toString', help: 'An odd field.' })
    const german = await loadLabels('de')
    expect(entityLabel(odd, german)).toBe('constructor')
    expect(entityLabel(odd, german, { plural: true })).toBe('constructors')
    expect(fieldLabel(demand, field, german)).toBe('toString')
  })

  it('are in the language asked for, singular and plural', async () => {
    const french = await loadLabels('fr')
    expect(entityLabel(demand, french)).toBe('commande client')
    expect(entityLabel(demand, french, { plural: true })).toBe('commandes client')
    expect(fieldLabel(demand, due, french)).toBe('date de besoin')
    expect(fieldHelp(due, french)).toBe('Date demandée.')
  })

  it('tell apart what English calls by one word', async () => {
    const german = await loadLabels('de')
    const [resource, summary] = ['input.resource', 'output.resourcesummary'].map((name) => {
      const entity = requireEntity(model, name)
      return fieldLabel(entity, entity.fieldByName.get('setup')!, german)
    })
    expect([resource, summary]).toEqual(['Rüstzustand', 'Rüstzeit'])
  })

  it('leave custom attributes as their creator named them', async () => {
    const field = defineField('colour', 'text', { label: 'color', help: 'Ours.', custom: true })
    const german = await loadLabels('de')
    expect(fieldLabel(demand, field, german)).toBe('color')
    expect(fieldHelp(field, german)).toBe('Eigenes Attribut „color“.')
  })

  it('name the values of choices, and those that the service writes into texts', async () => {
    const german = await loadLabels('de')
    const status = demand.fieldByName.get('status')!
    expect(choiceLabel(demand, status, 'open', german)).toBe('offen')
    expect(choicesOf(demand, due, german)).toBe(undefined)
    const problem = requireEntity(model, 'output.problem')
    const name = problem.fieldByName.get('name')!
    expect(choicesOf(problem, name, englishLabels)).toContainEqual({ value: 'late', label: 'Late order' })
    expect(choicesOf(problem, name, german)).toContainEqual({ value: 'late', label: 'Auftrag verspätet' })
    // The label of a choice of a custom attribute is the text of its creator; the label of an unknown value is the
    // value.
    const custom = defineField('state', 'choice', {
      label: 'state',
      help: 'Ours.',
      custom: true,
      choices: ['open'],
    })
    expect(choicesOf(demand, custom, german)).toEqual([{ value: 'open', label: 'open' }])
    expect(choiceLabel(demand, status, 'constructor', german)).toBe('constructor')
  })

  it('come from extension modules first', async () => {
    const words = { entities: { pallet: ['Palette', 'Paletten'] }, fields: { due: 'Fällig am' } } as const
    const german = await loadLabels('de', [{ de: words }])
    const pallet = { ...demand, name: 'depot.pallet', label: 'pallet', labelPlural: 'pallets' }
    expect(entityLabel(pallet, german, { plural: true })).toBe('Paletten')
    expect(fieldLabel(demand, due, german)).toBe('Fällig am')
    expect(entityLabel(demand, german)).toBe('Kundenauftrag')
    expect(entityLabel(pallet, await loadLabels('fr', [{ de: words }]))).toBe('pallet')
  })
})

describe('languages', () => {
  it('are English when unknown', () => {
    expect(findLanguage('tlh').code).toBe('en')
    expect(findLanguage('de')).toMatchObject({ ownName: 'Deutsch', decimalSeparator: ',' })
  })

  it('write decimals as their speakers do', () => {
    for (const { code, decimalSeparator } of languages) {
      const parts = new Intl.NumberFormat(code).formatToParts(1.5)
      expect([code, parts.find(({ type }) => type === 'decimal')?.value]).toEqual([code, decimalSeparator])
    }
  })

  it('include all that have labels', () => {
    const codes = languages.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)])
    expect(codes).toEqual(expect.arrayContaining([...translatedLanguages]))
  })
})

describe.each(['en', ...translatedLanguages])('labels in %s', (language) => {
  const load = (): Promise<Labels> => loadLabels(language)
  /** Returns all texts of the language as one table; none for English. */
  const tables = async (): Promise<Labels['texts']> => {
    const { texts } = await load()
    return texts.length === 0 ? [] : [Object.fromEntries(texts.flatMap(Object.entries<string>))]
  }

  it('are there for every entity and field', async () => {
    const texts = await tables()
    const entities = allWorded.filter(
      ({ label }) => !texts.every((text) => `entities.${label}.0` in text && `entities.${label}.1` in text),
    )
    const fields = allWorded.flatMap(({ name: entity, fields }) =>
      fields.map(({ name, label }) => ({ name: `${entity}.${name}`, label })),
    )
    const missing = [
      ...entities.map(({ label }) => `entity "${label}"`),
      ...fields
        .filter(
          ({ name, label }) => !texts.every((text) => `fields.${label}` in text || `fields.${name}` in text),
        )
        .map(({ name, label }) => `field "${label}" (${name})`),
    ]
    expect(missing).toEqual([])
  })

  it('are there for every value that can be chosen or that the service writes, and for no other', async () => {
    const texts = await tables()
    const values = allWorded.flatMap(({ name: entity, fields }) =>
      fields.flatMap((field) =>
        (knownValues(field) ?? []).map((value) => ({
          name: `${entity}.${field.name}.${value}`,
          word: englishChoice(field, value),
        })),
      ),
    )
    // Languages are shown by their own names everywhere.
    const ownNames = new Set(languages.map(({ ownName }) => ownName))
    const translated = values.filter(({ word }) => !ownNames.has(word))
    const missing = translated.filter(
      ({ name, word }) => !texts.every((text) => `choices.${word}` in text || `choices.${name}` in text),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
    const known = new Set(values.flatMap(({ name, word }) => [name, word]))
    const given = idsUnder(texts, 'choices')
    expect(given.filter((key) => !known.has(key))).toEqual([])
  })

  it('are there for every help text, and for no other', async () => {
    const texts = await tables()
    const known = new Set(allWorded.flatMap(({ fields }) => fields.map(({ help }) => help)))
    known.delete('')
    const missing = [...known].filter((help) => !texts.every((text) => `help.${help}` in text))
    expect(missing).toEqual([])
    expect(idsUnder(texts, 'help').filter((help) => !known.has(help))).toEqual([])
  })

  it('are in the help of planning data instead of the values that they stand for', async () => {
    const labels = await load()
    // The English help is that of the API.
    const typed = (labels.language === 'en' ? [] : worded)
      .filter(({ name }) => name.startsWith('input.'))
      .flatMap((entity) =>
        entity.fields.flatMap((field) => {
          const help = fieldHelp(field, labels)
          return (field.choices ?? []).filter((choice) => {
            const label = choiceLabel(entity, field, choice, labels)
            const isTyped = new RegExp(`(?<!\\p{L})${choice}(?!\\p{L})`, 'u').test(help)
            return isTyped && !help.includes(label)
          })
        }),
      )
    expect([...new Set(typed)]).toEqual([])
  })

  it('tell apart what can be chosen for one field', async () => {
    const labels = await load()
    const shared = allWorded.flatMap((entity) =>
      entity.fields.flatMap((field) => {
        const told = (choicesOf(entity, field, labels) ?? []).map(({ label }) => label)
        return new Set(told).size === told.length ? [] : [`${entity.name}.${field.name}: ${told.join(', ')}`]
      }),
    )
    expect(shared).toEqual([])
  })

  it('are there for nothing else', async () => {
    const texts = await tables()
    const known = new Set(
      allWorded.flatMap(({ name, fields }) =>
        fields.flatMap((field) => [field.label, `${name}.${field.name}`]),
      ),
    )
    const entities = new Set(worded.map(({ label }) => label))
    expect(idsUnder(texts, 'fields').filter((key) => !known.has(key))).toEqual([])
    expect(idsUnder(texts, 'entities').filter((key) => !entities.has(key.replace(/\.[01]$/, '')))).toEqual([])
  })

  it('differ within an entity', async () => {
    const labels = await load()
    const shared = allWorded.flatMap((entity) =>
      sharedNames(
        entity.fields,
        (field) => [fieldLabel(entity, field, labels)],
        ({ name }) => name,
      ).map((names) => `${entity.name}: ${names}`),
    )
    expect(shared).toEqual([])
  })

  it('differ among entities, those in English and model names included', async () => {
    const labels = await load()
    const shared = sharedNames(
      worded,
      (entity) => [
        entity.model,
        entityLabel(entity, englishLabels),
        entityLabel(entity, englishLabels, { plural: true }),
        entityLabel(entity, labels),
        entityLabel(entity, labels, { plural: true }),
      ],
      ({ name }) => name,
    )
    expect(shared).toEqual([])
  })

  it('of entities can name the sheets of a workbook', async () => {
    const labels = await load()
    const titles = worded.map((entity) => entityLabel(entity, labels, { plural: true }))
    expect(titles.filter((title) => title.length > 31 || /[[\]:*?/\\.]|^'|'$/u.test(title))).toEqual([])
  })

  it('have neither blanks at the ends nor twice in a row', async () => {
    const texts = await tables()
    const words = texts.flatMap(Object.values<string>)
    expect(words.filter((word) => !/^\S+(?: \S+)*$/u.test(word))).toEqual([])
  })
})

/** Returns the ids of a part of the texts, without the name of the part. */
const idsUnder = (texts: Labels['texts'], part: string): readonly string[] =>
  texts.flatMap((words) =>
    Object.keys(words).flatMap((id) => (id.startsWith(`${part}.`) ? id.slice(part.length + 1) : [])),
  )

/** Returns the names that several things share, as "name: thing, thing". */
function sharedNames<Thing>(
  things: readonly Thing[],
  namesOf: (thing: Thing) => readonly string[],
  describeThing: (thing: Thing) => string,
): readonly string[] {
  const byName = Map.groupBy(
    things.flatMap((thing) =>
      [...new Set(namesOf(thing).map(foldHeader))].map((name) => ({ name, thing: describeThing(thing) })),
    ),
    ({ name }) => name,
  )
  return [...byName]
    .filter(([, answering]) => answering.length > 1)
    .map(([name, answering]) => `${name}: ${answering.map(({ thing }) => thing).join(', ')}`)
}
