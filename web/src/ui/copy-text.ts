/** Copies texts to the clipboard, also where the page may not use its interface: it is there with https only. */
/* oxlint-disable typescript/no-deprecated -- the only way to copy without https */
import i18next from 'i18next'
import { toastFailed } from './toasts.ts'

/** Copies a text to the clipboard. Returns whether that succeeded; otherwise the user is told. */
export async function copyText(text: string): Promise<boolean> {
  if (await isCopied(text)) return true
  toastFailed({ id: 'copy', message: i18next.t('common:copyFailed') })
  return false
}

async function isCopied(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copySelected(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Copies a text as the selection of an invisible text box. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'visually-hidden'
  document.body.append(box)
  box.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    box.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
