/** Area in which files are dropped, or chosen with its button. */
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import styles from './drop-area.module.css'

interface DropAreaProps {
  /** Label of the button. */
  readonly choose: string
  readonly hint: string
  /** Whether several files are accepted at once. */
  readonly multiple?: boolean
  /** File name extensions of the file dialog, in the format of the attribute `accept`. */
  readonly accept?: string
  /** Whether the area is the main control of its screen. */
  readonly tall?: boolean
  /** Whether an upload is in progress; no other files are accepted meanwhile. */
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
    // The button inside is the accessible alternative.
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
