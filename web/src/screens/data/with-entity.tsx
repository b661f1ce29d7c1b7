/** Loads the entity of an address and its metadata before the screen is shown. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api/api-error.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { type EntityMeta, entityOf, type EntitySummary, metaQuery } from '../../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../../platform/meta/meta-index.ts'
import { NotFoundScreen } from '../../shell/not-found.tsx'

export interface WithEntityProps {
  /** `demand`, or `abc.classification` for entities of extension modules. */
  readonly route: string
  readonly children: (meta: EntityMeta) => ReactNode
  /** Shown as soon as the entity is known, while its metadata is loading. */
  readonly renderAhead?: (entity: EntitySummary) => ReactNode
}

export function WithEntity({ route, children, renderAhead }: WithEntityProps) {
  const { i18n } = useTranslation()
  const { name: scenario } = useScenario()
  const index = useQuery(metaIndexQuery(scenario, i18n.language))
  const entity = index.data === undefined ? undefined : entityOf(index.data, route)
  // An entity that is not listed may exist without the right to view it; the service reports which of both applies.
  const wanted =
    entity?.entity ?? (index.isSuccess ? (route.includes('.') ? route : `input.${route}`) : undefined)
  const meta = useQuery({
    ...metaQuery(scenario, wanted ?? '', i18n.language),
    enabled: wanted !== undefined,
  })
  if (meta.data !== undefined) return children(meta.data)
  const error = index.error ?? meta.error
  if (error === null)
    return entity === undefined ? <LoadingSkeleton /> : (renderAhead?.(entity) ?? <LoadingSkeleton />)
  if (error instanceof ApiError && error.status === 404) return <NotFoundScreen />
  return <ErrorState error={error} onRetry={() => void (index.error === null ? meta : index).refetch()} />
}
