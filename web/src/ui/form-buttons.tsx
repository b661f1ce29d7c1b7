/** Buttons at the end of the form of a dialog: cancel and submit. */
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface FormButtonsProps {
  /** Label of the button that submits the form. */
  readonly submit: string
  readonly disabled: boolean
  readonly onCancel: () => void
}

export function FormButtons({ submit, disabled, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('common')
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" disabled={disabled}>
        {submit}
      </Button>
    </Group>
  )
}
