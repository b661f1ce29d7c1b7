/**
 * Parts of a screen whose code is loaded on first use. If a part cannot be loaded or shown, only that part is lost: the
 * screen around it keeps what the user has not saved. A dialog closes with a notice; anything else shows the error in
 * its place. Browsers do not load a file of code again that they could not load once, so only a new page helps.
 */
import { Component, type ComponentType, createElement, type ReactNode, use } from 'react'
import i18next from 'i18next'
import { ErrorState } from './error-state.tsx'
import { toastFailed } from './toasts.ts'

/** Returns a component that loads its code when it is first shown, within the nearest `Suspense`. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  function Part(props: Props) {
    return createElement(use((loading ??= load())), props)
  }
  return function Late(props: Props) {
    return (
      <PartBoundary onClose={closing(props)}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

/** Returns what closes a dialog; undefined for parts that cannot be closed. */
function closing(props: object): (() => void) | undefined {
  const { onClose } = { onClose: undefined, ...props }
  return typeof onClose === 'function' ? onClose : undefined
}

interface PartBoundaryProps {
  readonly onClose: (() => void) | undefined
  readonly children: ReactNode
}

interface PartBoundaryState {
  readonly failed: boolean
}

class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { failed: false }

  static getDerivedStateFromError(): PartBoundaryState {
    return { failed: true }
  }

  override componentDidCatch(): void {
    const { onClose } = this.props
    if (onClose === undefined) return
    toastFailed({
      id: 'part-failed',
      title: i18next.t('common:error.part'),
      message: i18next.t('common:error.partHint'),
    })
    onClose()
  }

  override render(): ReactNode {
    const { onClose, children } = this.props
    if (!this.state.failed) return children
    // The message of the browser names a file, which tells the user nothing.
    return onClose === undefined ? (
      <ErrorState error={new Error(i18next.t('common:error.partHint'))} inline />
    ) : null
  }
}
