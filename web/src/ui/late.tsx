/**
 * Parts of a screen whose code is loaded on first use. If a part cannot be loaded or shown, only that part is lost: the
 * screen around it keeps what the user has not saved. A dialog closes with a notice; anything else shows the error in
 * its place, with a button that tries again. Many browsers do not load a file of code again that they could not load
 * once: there only a new page helps.
 */
import { Component, type ComponentType, createElement, type ReactNode, use } from 'react'
import i18next from 'i18next'
import { loadCode, NotLoaded } from '../platform/not-loaded.ts'
import { ErrorState } from './error-state.tsx'
import { toastError, toastFailed } from './toasts.ts'

/** Returns a component that loads its code when it is first shown, within the nearest `Suspense`. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let loading: Promise<ComponentType<Props>> | undefined
  function Part(props: Props) {
    return createElement(use((loading ??= loadCode(load()))), props)
  }
  // Only after the error is shown: until then the part is rendered several times, and each would load again.
  const forget = (): void => {
    loading = undefined
  }
  return function Late(props: Props) {
    return (
      <PartBoundary onClose={closing(props)} onNotLoaded={forget}>
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
  /** Called when the part could not be loaded; the next attempt then loads it again. */
  readonly onNotLoaded: () => void
  readonly children: ReactNode
}

interface PartBoundaryState {
  /** Texts of the error; undefined without one. Nothing can have been entered in a part that was not loaded. */
  readonly failed: 'part' | 'partBroken' | undefined
}

class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { failed: undefined }

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { failed: error instanceof NotLoaded ? 'part' : 'partBroken' }
  }

  override componentDidCatch(error: unknown): void {
    const { onClose, onNotLoaded } = this.props
    if (error instanceof NotLoaded) onNotLoaded()
    if (onClose === undefined) return
    if (error instanceof NotLoaded) toastError(error)
    else {
      toastFailed({
        id: 'part-failed',
        title: i18next.t('common:error.partBroken'),
        message: i18next.t('common:error.partBrokenHint'),
      })
    }
    onClose()
  }

  override render(): ReactNode {
    const { onClose, children } = this.props
    const { failed } = this.state
    if (failed === undefined) return children
    if (onClose !== undefined) return null
    // The message of the browser names a file, which tells the user nothing.
    const shown = new Error(i18next.t(`common:error.${failed}Hint`))
    return <ErrorState error={shown} inline onRetry={() => this.setState({ failed: undefined })} />
  }
}
