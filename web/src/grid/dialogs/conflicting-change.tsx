/** Who changed a record of an edit conflict, and when. */
import { useQuery } from '@tanstack/react-query'
import { Text } from '@mantine/core'
import { lastChangeQuery } from '../../platform/api/record-history.ts'
import { HistoryAuthor } from '../record/history-author.tsx'
import type { Conflict } from '../stage/save.ts'

interface ConflictingChangeProps {
  readonly scenario: string
  readonly entity: string
  readonly conflict: Pick<Conflict, 'id' | 'lastmodified'>
}

/** Shows nothing where the change is not recorded, or not to be seen by this user. */
export function ConflictingChange({ scenario, entity, conflict }: ConflictingChangeProps) {
  const { data: entry } = useQuery(lastChangeQuery(scenario, entity, conflict.id, conflict.lastmodified))
  return entry === undefined || entry === null ? null : (
    <Text size="xs" c="dimmed">
      <HistoryAuthor entry={entry} />
    </Text>
  )
}
