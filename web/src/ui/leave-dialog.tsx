/** Dialog about unsaved edits on a screen that the user is about to leave. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface LeaveDialogProps {
  readonly onDiscard: () => void
  readonly onStay: () => void
  readonly onSave?: () => Promise<boolean>
}

export function LeaveDialog({ onDiscard, onStay, onSave }: LeaveDialogProps) {
  const { t } = useTranslation('grid')
  const save = async (isSaved: Promise<boolean>): Promise<void> => {
    if (await isSaved) onDiscard()
    else onStay()
  }
  return (
    <Dialog onClose={onStay} title={t('leave.title')} size="sm">
      <Stack gap="md">
        <Text size="sm">{t('leave.about')}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={onDiscard}>
            {t('leave.discard')}
          </Button>
          <Button variant="default" data-autofocus={onSave === undefined} onClick={onStay}>
            {t('leave.stay')}
          </Button>
          {onSave === undefined ? null : (
            <Button data-autofocus onClick={() => void save(onSave())}>
              {t('leave.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
