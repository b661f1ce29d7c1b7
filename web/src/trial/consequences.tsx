/** Effects of unsaved edits on the plan. Their code is loaded on first use: most screens with trials show none. */
import { Suspense } from 'react'
import { late } from '../ui/late.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import type { ConsequencesProps } from './consequence-tables.tsx'

const ConsequenceTables = late(async () => (await import('./consequence-tables.tsx')).ConsequenceTables)

export const Consequences = (props: ConsequencesProps) => (
  <Suspense fallback={<LoadingSkeleton rows={4} />}>
    <ConsequenceTables {...props} />
  </Suspense>
)
