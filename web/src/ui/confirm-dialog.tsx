/**
 * Asks for confirmation before an irreversible action, with the action and the number of records; the most serious
 * actions require a typed word. The dialog runs the action, and stays open with the error if it fails.
 */
import { Alert, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from './error-text.ts'
import { FormButtons } from './form-buttons.tsx'
import { isTyped, TypedWord } from './typed-word.tsx'
import { openerOfDialog, useReturnFocus } from './use-return-focus.ts'

export interface ConfirmOptions {
  /** A question with the action: "Delete 12 sales orders?". */
  readonly title: string
  /** Exact effect: the affected records, and what is deleted with them. */
  readonly children: ReactNode
  /** Short label of the action: "Delete 12". Never "OK". */
  readonly action: string
  /** Label of the button that closes the dialog without the action; "Cancel" by default. */
  readonly keep?: string
  /** Whether the action deletes something. */
  readonly danger?: boolean
  /** Text that must be typed first, such as the name of the scenario. */
  readonly typed?: string
  /** Performs the action. An error is shown, and the action can be retried. */
  readonly run: () => Promise<unknown>
}

/** Opens the dialog; resolves with whether the action was performed. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    let done = false
    // A menu closes before the dialog is shown.
    const opener = openerOfDialog()
    const id = modals.open({
      title: options.title,
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onClose: () => resolve(done),
      children: (
        <ConfirmBody
          {...options}
          opener={opener}
          onDone={() => {
            done = true
            modals.close(id)
          }}
          onCancel={() => modals.close(id)}
        />
      ),
    })
  })
}

interface ConfirmBodyProps extends ConfirmOptions {
  readonly opener: HTMLElement | undefined
  readonly onDone: () => void
  readonly onCancel: () => void
}

function ConfirmBody({ children, action, danger = false, typed, run, ...props }: ConfirmBodyProps) {
  const { keep, onDone, onCancel } = props
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = useRef<HTMLButtonElement>(null)
  useReturnFocus(true, props.opener)
  // The button has lost the focus while it was disabled.
  useEffect(() => {
    if (problem !== undefined && !busy) submit.current?.focus()
  }, [problem, busy])
  const act = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await run()
      onDone()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void act(event)}>
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        {typed === undefined ? null : <TypedWord takesFocus word={typed} value={text} onChange={setText} />}
        {problem === undefined ? null : (
          <Alert color="red" role="alert" p="xs">
            {problem}
          </Alert>
        )}
        <FormButtons
          submit={action}
          submitRef={submit}
          busy={busy}
          disabled={typed !== undefined && !isTyped(text, typed)}
          danger={danger}
          cancel={keep}
          focusesCancel={typed === undefined}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}
