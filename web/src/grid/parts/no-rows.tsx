/** Content of a grid without rows. */
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { useImportAddress } from '../use-import-address.ts'

interface NoRowsProps {
  readonly meta: EntityMeta
  readonly filtered: boolean
  readonly embedded: boolean
  readonly onClear: () => void
  readonly onAdd: () => void
}

/** Message for a list without rows, because no record matches or none exists yet, with possible actions. */
export function NoRows({ meta, filtered, embedded, onClear, onAdd }: NoRowsProps) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  const base = `/app/${encodeURIComponent(scenario.name)}`
  const importAddress = useImportAddress(scenario.name, meta)
  if (filtered) {
    return (
      <EmptyState
        title={t('empty.noMatch', { entity: meta.label_plural })}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('filter.clearAll')}
          </Button>
        }
      >
        {t('empty.noMatchHint')}
      </EmptyState>
    )
  }
  const mayAdd = meta.permissions.add && !meta.readonly
  return (
    <EmptyState
      title={t('empty.none', { entity: meta.label_plural })}
      actions={
        <Group gap="xs" justify="center">
          {mayAdd ? <Button onClick={onAdd}>{t('toolbar.add')}</Button> : null}
          {mayAdd && meta.imports && !embedded ? (
            <Button variant="default" component={ScreenLink} to={importAddress}>
              {t('toolbar.import')}
            </Button>
          ) : null}
          {mayAdd && !embedded && scenario.may('execute.run_loaddata') ? (
            <Button variant="default" component={ScreenLink} to={`${base}/execute?task=loaddata`}>
              {t('empty.demo')}
            </Button>
          ) : null}
        </Group>
      }
    >
      {meta.readonly ? t('empty.computed') : meta.about}
    </EmptyState>
  )
}
