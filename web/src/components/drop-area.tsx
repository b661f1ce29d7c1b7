/** Where files are dropped, or chosen with the button within it. */
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import styles from './drop-area.module.css'

interface DropAreaProps {
  /** Label of the button. */
  readonly choose: string
  readonly hint: string
  /** Several files at once. */
  readonly multiple?: boolean
  /** File name endings that the choice offers, as an input has them. */
  readonly accept?: string
  /** The one thing to do on its screen. */
  readonly tall?: boolean
  /** Files are on their way: none is taken. */
  readonly busy?: boolean
  readonly onFiles: (files: readonly File[]) => void
  /** Progress and results. */
  readonly children?: ReactNode
}

export function DropArea({
  choose,
  hint,
  multiple,
  accept,
  tall = false,
  busy = false,
  onFiles,
  children,
}: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    if (files !== null && files.length > 0 && !busy) onFiles([...files])
  }
  return (
    // The same is done by the button within it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.drop}
      data-over={over}
      data-tall={tall}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <Button
        variant="light"
        loading={busy}
        leftSection={<IconUpload size={16} />}
        onClick={() => input.current?.click()}
      >
        {choose}
      </Button>
      <span className={styles.hint}>{hint}</span>
      {children}
    </div>
  )
}
