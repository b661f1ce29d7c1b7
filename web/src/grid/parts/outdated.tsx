/** Tells that records of the list were changed after it was read, by others or by a task, and reads it again. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../platform/api/client.ts'
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

/** Returns the tag of the list, which is another one after each change of its records; null without one. */
async function readTag(url: string, signal: AbortSignal): Promise<string | null> {
  const answer = await send(`${url}?format=json&limit=1&count=0&fields=lastmodified`, {
    method: 'HEAD',
    signal,
  })
  return answer.headers.get('etag')
}

/**
 * Whether records were changed since the list was read. The tag of the list is read after the list, and compared when
 * the window gets the focus, after a task and from time to time; no records are read for it.
 */
function useOutdated(model: GridModel): boolean {
  const { meta, scenario } = model.settings
  const { loading, total } = useSignal(model.list)
  const revision = useSignal(model.revision)
  const known = useRef<{ readonly revision: number; readonly tag: string | null }>(undefined)
  const { data = false } = useQuery({
    queryKey: ['list tag', scenario, meta.entity, revision],
    queryFn: async ({ signal }) => {
      const tag = await readTag(meta.url, signal)
      if (known.current?.revision !== revision) known.current = { revision, tag }
      return tag !== known.current.tag
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
