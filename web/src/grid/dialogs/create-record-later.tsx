/** Loads the dialog that creates a referenced record on first use. */
import { type ComponentProps, lazy, Suspense } from 'react'

const Dialog = lazy(async () => ({ default: (await import('./create-record.tsx')).CreateRecordDialog }))

export function CreateRecordDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
