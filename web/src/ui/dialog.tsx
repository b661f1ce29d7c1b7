/**
 * Modal dialogs and drawers that are rendered only while they are open. When they close, the focus returns to the
 * element that opened them; Mantine returns it only if the dialog stays rendered.
 */
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReturnFocus } from './use-return-focus.ts'

export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus(props.returnFocus !== false)
  return <Modal opened closeButtonProps={useCloseButton()} {...props} />
}

export function DrawerDialog(props: Omit<DrawerProps, 'opened'>) {
  useReturnFocus(props.returnFocus !== false)
  return <Drawer opened closeButtonProps={useCloseButton()} {...props} />
}

/** Names the button in the corner for screen readers. */
function useCloseButton(): { readonly 'aria-label': string } {
  const { t } = useTranslation('common')
  return { 'aria-label': t('close') }
}
