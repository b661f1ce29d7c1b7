/** Provides the fields that filters may use, including those of referenced entities, which are read on demand. */
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, metaQuery } from '../../platform/meta/entity-meta.ts'
import { type FieldOf, fieldsOf } from './check-filter.ts'

export interface FilterFields {
  readonly fieldOf: FieldOf
  readonly related: Readonly<Record<string, EntityMeta | undefined>>
  /** Whether all metadata was read. */
  readonly settled: boolean
}

export function useFilterFields(
  scenario: string,
  meta: EntityMeta,
  entities: readonly string[],
): FilterFields {
  const { i18n } = useTranslation()
  const wanted = [...new Set(entities)]
  return useQueries({
    queries: wanted.map((entity) => metaQuery(scenario, entity, i18n.language)),
    combine: useCallback(
      (
        answers: readonly { readonly data?: EntityMeta | undefined; readonly isPending: boolean }[],
      ): FilterFields => {
        const related = Object.fromEntries(
          answers.flatMap(({ data }) => (data === undefined ? [] : [[data.entity, data]])),
        )
        return {
          fieldOf: fieldsOf(meta, related),
          related,
          settled: answers.every(({ isPending }) => !isPending),
        }
      },
      [meta],
    ),
  })
}

/** Returns the entities that the fields of a list refer to and that the user may see. */
export const referredEntities = (meta: EntityMeta): readonly string[] => [
  ...new Set(
    meta.fields.flatMap(({ reference }) => (reference?.viewable === true ? [reference.entity] : [])),
  ),
]
