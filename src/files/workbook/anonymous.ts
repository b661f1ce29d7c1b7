/**
 * New names for everything: inside a transaction, each entity gets a table of its keys and the names that stand
 * for them, and records are read through these tables. A key is called the same wherever it is referred to. The
 * numbers follow no order that could be guessed: not that of the keys, nor the same in the next export.
 *
 * Words that are no keys and mean the same in several entities (batches, setups) are renamed alike. In the rules of
 * setups, texts that are regular expressions stay.
 *
 * Parameters keep their names, which are those of settings; values of parameters that name something are renamed.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { storedFields } from '../../database/ddl.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { entityLabel, fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { baseEntity, type Model, requireEntity } from '../../model/model.ts'

/** What an anonymous export leaves as it is: to be told to whoever makes one. */
export const anonymousWarning =
  'Keys, batches and setups have new names. Descriptions, categories, remarks, sources, regular expressions in the rules of setups, custom attributes and costs are as they were, and names may stand in them: review the file before you give it away.'

/** Whether records of the entity are known by a name. Settings have names that are ours. */
const isNamed = (entity: Entity): boolean =>
  entity.schema === 'scenario' &&
  entity.name !== 'common.parameter' &&
  entity.query === undefined &&
  keyField(entity).type === 'text'

/**
 * Makes the names and answers the context that reads records under them. Lives as long as the transaction, which
 * must not be read-only.
 */
export async function anonymousContext(
  context: DataContext,
  client: pg.ClientBase,
  entities: readonly Entity[],
  labels: Labels,
): Promise<DataContext> {
  const { model } = context
  const renamed = namedEntities(model, entities)
  const salt = randomBytes(16).toString('hex')
  for (const entity of renamed) {
    const keys = `SELECT ${identifier(keyField(entity).column)} AS "key" FROM ${relationOf(context, entity)}`
    await makeNames(client, entity.model, keys, salt, entityLabel(entity, labels))
  }
  for (const vocabulary of vocabularies) {
    const { entity, field } = occurrences(model, vocabulary)[0]!
    await makeNames(
      client,
      vocabulary.name,
      wordsOf(context, vocabulary),
      salt,
      fieldLabel(entity, field, labels),
    )
  }
  const storages = new Map<string, EntityStorage>(context.storages)
  for (const entity of entities) {
    storages.set(entity.name, { relation: () => anonymousRelation(context, entity, renamed) })
  }
  return { ...context, storages }
}

/** The entities whose keys occur in the records of others, or are theirs. Parameters may name anything. */
function namedEntities(model: Model, entities: readonly Entity[]): readonly Entity[] {
  if (entities.some(({ name }) => name === 'common.parameter')) return model.entities.filter(isTable)
  const names = entities.flatMap((entity) => [
    baseEntity(model, entity).name,
    ...entity.fields.flatMap(({ reference }) =>
      reference === undefined ? [] : [baseEntity(model, requireEntity(model, reference.entity)).name],
    ),
  ])
  return [...new Set(names)].map((name) => requireEntity(model, name)).filter(isTable)
}

const isTable = (entity: Entity): boolean => entity.view === undefined && isNamed(entity)

/** Words that mean the same wherever they stand, though they are the key of nothing. */
interface Vocabulary {
  readonly name: string
  /** Text fields of any entity that hold them. */
  readonly fields: readonly string[]
  /** Fields in which a word may also be a regular expression, which is left alone. */
  readonly expressions: readonly string[]
}

const vocabularies: readonly Vocabulary[] = [
  { name: 'word_batch', fields: ['batch'], expressions: [] },
  { name: 'word_setup', fields: ['setup', 'fromsetup', 'tosetup'], expressions: ['fromsetup', 'tosetup'] },
]

const vocabularyOf = (field: Field): Vocabulary | undefined =>
  field.type === 'text' ? vocabularies.find(({ fields }) => fields.includes(field.name)) : undefined

const occurrences = (model: Model, vocabulary: Vocabulary) =>
  model.entities
    .filter(({ schema, view, query }) => schema === 'scenario' && view === undefined && query === undefined)
    .flatMap((entity) =>
      storedFields(entity)
        .filter((field) => vocabularyOf(field) === vocabulary)
        .map((field) => ({ entity, field })),
    )

/** Every word once, those of entities that are not exported too: rules and resources must agree. */
function wordsOf(context: DataContext, vocabulary: Vocabulary): string {
  const found = occurrences(context.model, vocabulary).map(({ entity, field }) => {
    const column = identifier(field.column)
    // Without a sign of expressions it is a word, even if nothing else has it.
    const plain = vocabulary.expressions.includes(field.name)
      ? ` AND ${column} !~ ${literal(String.raw`[][\\.*+?^$(){}|]`)}`
      : ''
    return `SELECT ${column} AS "key" FROM ${relationOf(context, entity)} WHERE ${column} <> ''${plain}`
  })
  return found.join(' UNION ')
}

const namesTable = (name: string): string => `pg_temp.${identifier(`_anonymous_${name}`)}`

/** @param keys a query of the distinct texts that get names, as "key" */
async function makeNames(
  client: pg.ClientBase,
  name: string,
  keys: string,
  salt: string,
  label: string,
): Promise<void> {
  const table = namesTable(name)
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(`_anonymous_${name}`)} ON COMMIT DROP AS
     SELECT "key", ${literal(`${label} `)} || lpad("number"::text, greatest(6, length("number"::text)), '0') AS "name"
     FROM (SELECT "key", row_number() OVER (ORDER BY sha256(convert_to(${literal(salt)} || "key", 'UTF8'))) AS "number"
           FROM (${keys}) AS "keys") AS "numbered"`,
  )
  await client.query(`CREATE UNIQUE INDEX ON ${table} ("key")`)
  await client.query(`ANALYZE ${table}`)
}

/** The records of an entity with the names in place of the keys. */
function anonymousRelation(context: DataContext, entity: Entity, renamed: readonly Entity[]): string {
  const { model } = context
  const base = baseEntity(model, entity)
  const joins: string[] = []
  const columns = storedFields(base).map((field) => {
    const column = `t.${identifier(field.column)}`
    const named =
      field === keyField(base)
        ? base
        : field.reference === undefined
          ? undefined
          : baseEntity(model, requireEntity(model, field.reference.entity))
    if (named !== undefined && renamed.includes(named)) {
      const alias = `n${joins.length}`
      joins.push(` LEFT JOIN ${namesTable(named.model)} ${alias} ON ${alias}."key" = ${column}`)
      return `${alias}."name" AS ${identifier(field.column)}`
    }
    const vocabulary = vocabularyOf(field)
    if (vocabulary !== undefined) {
      const alias = `n${joins.length}`
      joins.push(` LEFT JOIN ${namesTable(vocabulary.name)} ${alias} ON ${alias}."key" = ${column}`)
      // What has no name is empty, or an expression.
      return `coalesce(${alias}."name", ${column}) AS ${identifier(field.column)}`
    }
    if (base.name === 'common.parameter' && field.name === 'value') {
      return `coalesce(${parameterValue(column, renamed)}, ${column}) AS "value"`
    }
    return column
  })
  return `(SELECT ${columns.join(', ')} FROM ${relationOf(context, base)} t${joins.join('')})`
}

/** The name of what the value of a parameter names; null when it names nothing. */
function parameterValue(column: string, renamed: readonly Entity[]): string {
  const found = renamed.map(
    (entity) => `(SELECT n."name" FROM ${namesTable(entity.model)} n WHERE n."key" = ${column})`,
  )
  return `coalesce(${[...found, 'NULL'].join(', ')})`
}
