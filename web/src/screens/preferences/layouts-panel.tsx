/** Deletes the stored layouts of lists: columns, widths, filters. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteLayouts, layoutsQuery } from '../../platform/api/account.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastDone } from '../../ui/toasts.ts'

export function LayoutsPanel() {
  const { t } = useTranslation('preferences')
  const client = useQueryClient()
  const { data: names = [] } = useQuery(layoutsQuery)
  const reset = async (): Promise<void> => {
    const count = names.length
    const done = await confirm({
      title: t('layouts.title'),
      children: t('layouts.hint', { count }),
      action: t('layouts.reset'),
      danger: true,
      run: () => deleteLayouts(names),
    })
    if (!done) return
    toastDone({ message: t('layouts.done') })
    await client.invalidateQueries()
  }
  return (
    <Panel
      title={t('layouts.title')}
      about={t(names.length === 0 ? 'layouts.none' : 'layouts.about', { count: names.length })}
      actions={
        <Button variant="default" disabled={names.length === 0} onClick={() => void reset()}>
          {t('layouts.reset')}
        </Button>
      }
    >
      {null}
    </Panel>
  )
}
