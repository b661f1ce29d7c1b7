/**
 * Modal dialogs and drawers that are rendered only while they are open. When they close, the focus returns to the
 * element that opened them; Mantine returns it only if the dialog stays rendered.
 */
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

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

/** Returns the focus when the component is removed, unless something else has it by then. */
function useReturnFocus(isWanted: boolean): void {
  const [opener] = useState(openerOfDialog)
  useEffect(
    () => () => {
      if (!isWanted) return
      // The focused element of the dialog is removed after this.
      setTimeout(() => {
        if (document.activeElement === document.body) opener?.focus()
      })
    },
    [isWanted, opener],
  )
}

/** Returns the focused element; for an item of a menu, which closes, the button of the menu. */
function openerOfDialog(): HTMLElement | undefined {
  const { activeElement } = document
  const menu = activeElement?.closest('[role="menu"]')
  const opener =
    menu === null || menu === undefined
      ? activeElement
      : document.querySelector(`[id="${CSS.escape(menu.getAttribute('aria-labelledby') ?? '')}"]`)
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined
}
