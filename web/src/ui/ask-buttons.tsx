/** Buttons of a form whose answer takes a moment: ask, and cancel with a notice while the question is asked. */
import { Button, Loader } from '@mantine/core'

interface AskButtonsProps {
  readonly busy: boolean
  /** Class of the elements that stand side by side. */
  readonly bar: string
  readonly words: { readonly ask: string; readonly cancel: string; readonly asking: string }
  readonly onCancel: () => void
}

export function AskButtons({ busy, bar, words, onCancel }: AskButtonsProps) {
  return (
    <>
      <Button type="submit" loading={busy}>
        {words.ask}
      </Button>
      {busy ? (
        <>
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
          <span className={bar} role="status">
            <Loader size="xs" /> {words.asking}
          </span>
        </>
      ) : null}
    </>
  )
}
