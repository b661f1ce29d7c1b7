/** Tells that records of the list were changed after it was read, by others or by a task, and reads it again. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../platform/api/client.ts'
import { anything, list, table } from '../../platform/api/shape.ts'
import { useSignal } from '../../platform/signal.ts'
import type { GridModel } from '../grid-model.ts'
import styles from './parts.module.css'

const checkIntervalMs = 30_000

export function Outdated({ model }: { readonly model: GridModel }) {
  const { t } = useTranslation('grid')
  const isOutdated = useOutdated(model)
  return (
    <span role="status">
      {isOutdated ? (
        <span className={styles.outdated}>
          {t('outdated')}
          <Button size="compact-xs" variant="subtle" onClick={() => model.reload()}>
            {t('toolbar.refresh')}
          </Button>
        </span>
      ) : null}
    </span>
  )
}

const rowsShape = list(table(anything))

/** Returns the time of the newest change of the records at an address; undefined without records. */
async function readNewest(url: string, signal: AbortSignal): Promise<unknown> {
  const query = 'format=json&limit=1&count=0&ordering=-lastmodified&fields=lastmodified'
  const answer = await send(`${url}?${query}`, { signal })
  return rowsShape(await answer.json(), url)[0]?.['lastmodified']
}

/**
 * Whether records were changed since the list was read. The newest change at that time is read with the list, and
 * compared when the window gets the focus, after a task and from time to time.
 */
function useOutdated(model: GridModel): boolean {
  const { meta, scenario } = model.settings
  const { loading, total } = useSignal(model.list)
  const revision = useSignal(model.revision)
  const known = useRef<{ readonly revision: number; readonly newest: unknown }>(undefined)
  const { data = false } = useQuery({
    queryKey: ['newest', scenario, meta.entity, revision],
    queryFn: async ({ signal }) => {
      const newest = await readNewest(meta.url, signal)
      if (known.current?.revision !== revision) known.current = { revision, newest }
      return newest !== known.current.newest
    },
    enabled: !loading && total !== undefined && meta.fields.some(({ name }) => name === 'lastmodified'),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: checkIntervalMs,
    // A failed check is repeated later.
    retry: false,
  })
  return data
}
