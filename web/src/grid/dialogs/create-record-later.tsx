/** Loads the dialog that creates a referenced record on first use. */
import { type ComponentProps, Suspense } from 'react'
import { late } from '../../ui/late.tsx'

const Dialog = late(async () => (await import('./create-record.tsx')).CreateRecordDialog)

export function CreateRecordDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
