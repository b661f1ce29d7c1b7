/** The saved views of a list. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, entityParts } from '../../platform/api/endpoints.ts'

type View = Answer<'GET /api/views/{app}/{entity}/'>[number]

/** A view of a list; `value` is the stored state, if it is an object. */
export type SavedView = Omit<View, 'value'> & { readonly value: Readonly<Record<string, unknown>> }

export const viewsKey = (scenario: string, entity: string) => ['views', scenario, entity] as const

export const viewsQuery = (scenario: string, entity: string) =>
  queryOptions({
    queryKey: viewsKey(scenario, entity),
    queryFn: async ({ signal }): Promise<readonly SavedView[]> => {
      const path = entityParts(entity)
      const views = await call('GET /api/views/{app}/{entity}/', { path }, { scenario, signal })
      return views.map((view) => Object.assign({}, view, { value: { ...Object(view.value) } }))
    },
    staleTime: 60_000,
  })
