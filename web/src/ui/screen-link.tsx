/**
 * A link to a screen whose address is a string, such as one of the menu. It can be opened in a new tab like every
 * link.
 */
import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { addressOfPath } from '../platform/api/base-path.ts'

export interface ScreenLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path with its query, such as `/app/default/execute?task=backup`. */
  readonly to: string
}

export function ScreenLink({ to, onClick, children, ...rest }: ScreenLinkProps) {
  const { history } = useRouter()
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(to)
  }
  return (
    <a {...rest} href={addressOfPath(to)} onClick={go}>
      {children}
    </a>
  )
}
