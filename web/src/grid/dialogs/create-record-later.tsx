/** The dialog that creates a record which is referred to, loaded when it is first wanted. */
import { type ComponentProps, lazy, Suspense } from 'react'

const Dialog = lazy(async () => ({ default: (await import('./create-record.tsx')).CreateRecordDialog }))

export function CreateRecordDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
