/** Dialog that asks for confirmation before the user leaves a screen with unsaved edits. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stage } from '../stage/stage.ts'
import { Dialog } from '../../ui/dialog.tsx'

export function LeaveDialog({
  stage,
  onSave,
}: {
  readonly stage: Stage
  readonly onSave: () => Promise<boolean>
}) {
  const summary = useSyncExternalStore(stage.subscribe, stage.summary)
  return <LeaveQuestion dirty={summary.changed + summary.created > 0} onSave={onSave} />
}

export function LeaveQuestion({
  dirty,
  onSave,
}: {
  readonly dirty: boolean
  readonly onSave: () => Promise<boolean>
}) {
  const { t } = useTranslation('grid')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const save = async (): Promise<void> => {
    if (await onSave()) proceed()
    else reset()
  }
  return (
    <Dialog onClose={reset} title={t('leave.title')} size="sm">
      <Stack gap="md">
        <Text size="sm">{t('leave.about')}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={proceed}>
            {t('leave.discard')}
          </Button>
          <Button variant="default" onClick={reset}>
            {t('leave.stay')}
          </Button>
          <Button data-autofocus onClick={() => void save()}>
            {t('leave.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
