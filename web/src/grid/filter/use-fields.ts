/** Fields that filters may name, those of referred records among them, read when they are needed. */
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
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

/** Entities that a list's fields refer to and that the user may see. */
export const referredEntities = (meta: EntityMeta): readonly string[] => [
  ...new Set(
    meta.fields.flatMap(({ reference }) => (reference?.viewable === true ? [reference.entity] : [])),
  ),
]
