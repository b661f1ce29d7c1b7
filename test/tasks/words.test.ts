import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages, translatedLanguages } from '../../src/model/labels/languages.ts'
import { allTasks, loadExtensions } from '../../src/tasks/registry.ts'
import { loadTaskWords } from '../../src/tasks/words/load-task-texts.ts'
import {
  englishTexts,
  taskAbout,
  taskGroup,
  taskTitle,
  translatedParameters,
} from '../../src/tasks/words/texts.ts'
import { flattenWords } from '../../src/words/load-words.ts'
import type { Words } from '../../src/words/texts.ts'

// Checks every task × parameter × choice × language, including the shipped extension modules: texts exist for all of
// them and for nothing else.
const modules = join(import.meta.dirname, '../../extensions')
const settings = { EXTENSIONS: [join(modules, 'abc_classification'), join(modules, 'erp_connector')] }
const { translations } = await loadExtensions(settings)
const tasks = await Promise.all(
  (await allTasks(settings)).map(async (listing) => {
    const definition = await listing.load()
    const parameters = Object.entries(definition.parameters.properties).map(([name, schema]) =>
      Object.assign(englishTexts(name, schema), { name, schema }),
    )
    return { listing, definition, parameters, name: listing.name }
  }),
)

/** Returns the ids of the texts of tasks, without those of groups and of other parts of extension modules. */
const taskIds = (words: Words): readonly string[] =>
  Object.keys(words)
    .filter((id) => id.startsWith('tasks.'))
    .toSorted()

/** The texts of the declarations, in the structure of `words/<language>/tasks.json`. */
const declared = Object.fromEntries(
  tasks.map(({ name, listing: { title }, definition: { about = '' }, parameters }) => {
    const texts = parameters.map(
      (told) => [told.name, [told.label, told.description, Object.fromEntries(told.choices)]] as const,
    )
    return [name, { title, about, parameters: Object.fromEntries(texts) }]
  }),
)
const declaredIds = taskIds(flattenWords({ tasks: declared }))

const others = languages.map(({ code }) => code).filter((code) => translatedLanguages.includes(code))
const english: Words = {}

it('are told in nine languages', () => {
  expect(others).toHaveLength(8)
})

describe.each(others)('the words of tasks in %s', (language) => {
  const load = (): Promise<Words> => loadTaskWords(language, translations)

  it('are there for every task, parameter and choice, and for nothing else', async () => {
    expect(taskIds(await load())).toEqual(declaredIds)
  })

  it('are there for every group, and ours for no other', async () => {
    const groups = new Set(tasks.map(({ listing }) => listing.group))
    const told = await load()
    expect([...groups].filter((group) => told[`groups.${group}`] === undefined)).toEqual([])
    const ours = Object.keys(await loadTaskWords(language)).filter((id) => id.startsWith('groups.'))
    expect(ours.filter((id) => !groups.has(id.slice('groups.'.length)))).toEqual([])
  })

  it('are not empty, have no stray blanks, and differ from task to task and within a form', async () => {
    const words = await load()
    const strange = Object.entries(words).filter(([, word]) => !/^\S+(?:[ \u00A0\u202F]\S+)*$/u.test(word))
    expect(strange).toEqual([])
    const titles = tasks.map(({ listing }) => taskTitle(listing, words))
    expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted())
    for (const { name, definition } of tasks) {
      const { properties } = shapeOf(translatedParameters(name, definition, words))
      const labels = Object.values(properties).map(({ title }) => title)
      expect([name, labels]).toEqual([name, [...new Set(labels)]])
    }
  })

  it('end sentences where English does, and keep names of settings, codes and values', async () => {
    const words = await load()
    for (const { name, definition, listing, parameters } of tasks) {
      const told = shapeOf(translatedParameters(name, definition, words)).properties
      expect(taskTitle(listing, words)).not.toMatch(/[.。]$/)
      const pairs = [
        [taskAbout(name, definition, english), taskAbout(name, definition, words)],
        ...parameters.map((parameter) => [parameter.description, told[parameter.name]?.description ?? '']),
      ] as const
      for (const [original = '', text = ''] of pairs) {
        expect(text).toMatch(/[.。]$/)
        const kept = original.match(/%[A-Za-z]|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\binput\.\w+/g) ?? []
        expect([name, kept.filter((part) => !text.includes(part))]).toEqual([name, []])
      }
    }
  })
})

describe('the words of tasks in English', () => {
  it('stand in the declarations: every parameter has a title, every choice a word', () => {
    const untitled = tasks.flatMap(({ name, parameters }) =>
      parameters
        .filter(({ name: parameter, label, description }) => label === parameter || description === '')
        .map((parameter) => `${name}.${parameter.name}`),
    )
    const unnamed = tasks.flatMap(({ name, parameters }) =>
      parameters.flatMap((parameter) =>
        parameter.choices
          .filter(([value, word]) => value === word)
          .map(([value]) => `${name}.${parameter.name}.${value}`),
      ),
    )
    expect([untitled, unnamed]).toEqual([[], []])
    expect(tasks.filter(({ definition }) => definition.about === undefined).map(({ name }) => name)).toEqual(
      [],
    )
  })

  it('name no values that a parameter does not take', () => {
    const strange = tasks.flatMap(({ name, parameters }) =>
      parameters.flatMap((parameter) => {
        const { enum: values, 'x-labels': labels = {} }: { enum?: unknown; 'x-labels'?: object } = {
          ...parameter.schema,
        }
        if (!Array.isArray(values)) return []
        const known = new Set(values.map(String))
        return Object.keys(labels)
          .filter((value) => !known.has(value))
          .map((value) => `${name}: ${value}`)
      }),
    )
    expect(strange).toEqual([])
  })
})

describe('words that are missing', () => {
  const task = tasks.find(({ name }) => name === 'importfromfolder')

  it('are said in English, part by part', () => {
    const { listing, definition } = task!
    const words = flattenWords({
      tasks: {
        importfromfolder: { parameters: { mode: ['Was geschieht', 'Wie es geht.', { create: 'Neu' }] } },
      },
    })
    expect([taskTitle(listing, words), taskGroup(listing, words)]).toEqual([listing.title, 'Data'])
    const { mode, sheet } = shapeOf(translatedParameters('importfromfolder', definition, words)).properties
    expect(mode).toMatchObject({
      title: 'Was geschieht',
      description: 'Wie es geht.',
      'x-labels': { upsert: 'Add and change records', create: 'Neu', update: 'Only change records' },
    })
    expect(sheet).toMatchObject({ title: 'Sheet' })
  })

  it('are English in languages that nobody speaks, whatever their name', async () => {
    for (const code of ['tlh', '', 'constructor', '__proto__', 'en']) {
      expect(taskTitle(task!.listing, await loadTaskWords(code, translations))).toBe(task!.listing.title)
    }
  })

  it('of a module cannot name our tasks otherwise', async () => {
    const brought = { de: { entities: {}, fields: { Data: 'X' }, tasks: { runplan: { title: 'X' } } } }
    const words = await loadTaskWords('de', [brought])
    expect([words['groups.Data'], words['tasks.runplan.title']]).toEqual(['Daten', 'Plan berechnen'])
  })
})

type Told = Readonly<Record<string, { readonly title: string; readonly description: string }>>

/** Returns the published schema, limited to the parts that these tests read. */
function shapeOf(schema: Readonly<Record<string, unknown>>): { readonly properties: Told } {
  const told = Object.entries<object>(Object(schema['properties'])).map(([name, parts]) => {
    const { title, description }: { title?: unknown; description?: unknown } = parts
    return [name, Object.assign(parts, { title: String(title), description: String(description) })] as const
  })
  return { properties: Object.fromEntries(told) }
}
