/** Fields that filters may name, those of referred records among them, read when they are needed. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, metaQuery } from '../meta/entity-meta.ts'
import { type FieldOf, fieldsOf } from './check-filter.ts'

export interface FilterFields {
  readonly fieldOf: FieldOf
  readonly related: Readonly<Record<string, EntityMeta | undefined>>
  /** Nothing is being read any more. */
  readonly settled: boolean
}

export function useFilterFields(
  scenario: string,
  meta: EntityMeta,
  entities: readonly string[],
): FilterFields {
  const { i18n } = useTranslation()
  const wanted = [...new Set(entities)]
  const answers = useQueries({ queries: wanted.map((entity) => metaQuery(scenario, entity, i18n.language)) })
  const known = answers.map(({ data }) => data)
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const related = useMemo(
    () => Object.fromEntries(wanted.map((entity, index) => [entity, known[index]])),
    [wanted.join(), ...known],
  )
  const settled = answers.every(({ isPending }) => !isPending)
  return useMemo(() => ({ fieldOf: fieldsOf(meta, related), related, settled }), [meta, related, settled])
}

/** Entities that a list's fields refer to and that the user may see. */
export const referredEntities = (meta: EntityMeta): readonly string[] => [
  ...new Set(
    meta.fields.flatMap(({ reference }) => (reference?.viewable === true ? [reference.entity] : [])),
  ),
]
