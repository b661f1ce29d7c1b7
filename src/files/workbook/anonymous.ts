/**
 * Replaces all keys by new names. Within a transaction, each entity gets a temporary table of its keys and their new
 * names, and records are read by joining these tables, so that references to a key get the same name as the key. The
 * numbers in the names follow no order that could be guessed: neither that of the keys nor that of the next export.
 *
 * Words that are not keys but mean the same in several records (batches, setups, owners of sales orders, names of
 * alternates) get the same new name everywhere. An owner that is the number of a sales order gets the name of that order.
 * Texts in setup rules that are regular expressions stay as they are.
 *
 * Parameters keep their names, because they are names of settings; parameter values that are keys are replaced.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { storedFields } from '../../database/ddl.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import type { Message } from '../../errors/messages.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { entityLabel, fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { baseEntity, type Model, requireEntity } from '../../model/model.ts'

/** Warning that lists what an anonymous export does not rename. */
export const anonymousWarning: Message = { code: 'workbook_anonymous' }

/**
 * Returns whether records of the entity are identified by a name that users choose. Names of parameters are defined
 * by the service.
 */
const isNamed = (entity: Entity): boolean =>
  entity.schema === 'scenario' &&
  entity.name !== 'common.parameter' &&
  entity.query === undefined &&
  keyField(entity).type === 'text'

/**
 * Creates the tables of names and returns the context that reads records with the new names. Valid until the end of
 * the transaction, which must not be read-only.
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

/**
 * Returns the entities and those that they refer to, as far as they have names. With parameters it returns all of
 * them, because a parameter value may be the key of any entity.
 */
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

/** Words that mean the same in several records but are not their key. */
interface Vocabulary {
  readonly name: string
  /** Names of text fields that contain such words. */
  readonly fields: readonly string[]
  /** Names of the entities with these fields; without them, any entity. */
  readonly entities?: readonly string[]
  /** Fields that may also contain a regular expression, which is not replaced. */
  readonly expressions?: readonly string[]
  /** Whether a word can also be the key of a record of the same entity; it then gets the name of that record. */
  readonly mayBeKey?: boolean
}

const vocabularies: readonly Vocabulary[] = [
  { name: 'word_batch', fields: ['batch'] },
  { name: 'word_setup', fields: ['setup', 'fromsetup', 'tosetup'], expressions: ['fromsetup', 'tosetup'] },
  { name: 'word_owner', fields: ['owner'], entities: ['input.demand'], mayBeKey: true },
  {
    name: 'word_alternate',
    fields: ['name'],
    entities: ['input.operationmaterial', 'input.operationresource'],
  },
]

const vocabularyOf = (entity: Entity, field: Field): Vocabulary | undefined =>
  field.type === 'text'
    ? vocabularies.find(
        ({ fields, entities }) =>
          fields.includes(field.name) && (entities === undefined || entities.includes(entity.name)),
      )
    : undefined

const occurrences = (model: Model, vocabulary: Vocabulary) =>
  model.entities
    .filter(({ schema, view, query }) => schema === 'scenario' && view === undefined && query === undefined)
    .flatMap((entity) =>
      storedFields(entity)
        .filter((field) => vocabularyOf(entity, field) === vocabulary)
        .map((field) => ({ entity, field })),
    )

/**
 * Returns a query of the distinct words, including those of entities that are not exported, because rules and
 * resources must match.
 */
function wordsOf(context: DataContext, vocabulary: Vocabulary): string {
  const found = occurrences(context.model, vocabulary).map(({ entity, field }) => {
    const column = identifier(field.column)
    // A text without a special character of regular expressions is a word, even if no other record has it.
    const plain =
      vocabulary.expressions?.includes(field.name) === true
        ? ` AND ${column} !~ ${literal(String.raw`[][\\.*+?^$(){}|]`)}`
        : ''
    return `SELECT DISTINCT ${column} AS "key" FROM ${relationOf(context, entity)} WHERE ${column} <> ''${plain}`
  })
  return found.join(' UNION ')
}

const namesTable = (name: string): string => `pg_temp.${identifier(`_anonymous_${name}`)}`

/**
 * Creates the table of names.
 * @param keys a query of the distinct texts that get names, as "key"
 */
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

/** Returns a query of the records of an entity with the new names instead of the keys. */
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
    const vocabulary = vocabularyOf(base, field)
    if (vocabulary !== undefined) {
      const tables = [...(vocabulary.mayBeKey === true ? [base.model] : []), vocabulary.name]
      const names = tables.map((table) => {
        const alias = `n${joins.length}`
        joins.push(` LEFT JOIN ${namesTable(table)} ${alias} ON ${alias}."key" = ${column}`)
        return `${alias}."name"`
      })
      // A value without a name is empty or a regular expression.
      return `coalesce(${[...names, column].join(', ')}) AS ${identifier(field.column)}`
    }
    if (base.name === 'common.parameter' && field.name === 'value') {
      return `coalesce(${parameterValue(column, renamed)}, ${column}) AS "value"`
    }
    return column
  })
  return `(SELECT ${columns.join(', ')} FROM ${relationOf(context, base)} t${joins.join('')})`
}

/** Returns the new name of the record whose key is the value of a parameter; null if there is none. */
function parameterValue(column: string, renamed: readonly Entity[]): string {
  const found = renamed.map(
    (entity) => `(SELECT n."name" FROM ${namesTable(entity.model)} n WHERE n."key" = ${column})`,
  )
  return `coalesce(${[...found, 'NULL'].join(', ')})`
}
