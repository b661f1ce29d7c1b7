/** Shows that records of the list were changed after it was read, by others or by a task, and reads it again. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSignal, useSignalPart } from '../../platform/signal.ts'
import type { GridModel } from '../grid-model.ts'
import { hasTag, outdatedQuery } from '../rows/list-tag.ts'
import styles from './parts.module.css'

export function Outdated({ model }: { readonly model: GridModel }) {
  const { t } = useTranslation('grid')
  const { meta } = model.settings
  const isRead = useSignalPart(model.list, ({ loading, total }) => !loading && total !== undefined)
  const tag = useSignal(model.tag)
  // Reading more rows of the list while scrolling does not need another check.
  const enabled = hasTag(meta) && (isRead || tag.known !== undefined)
  const { data: isOutdated = false } = useQuery({ ...outdatedQuery(model.settings, tag), enabled })
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
