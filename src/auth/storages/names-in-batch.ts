/** Rejects records of a batch that give two users the same name, or names that look alike. */
import type { CoercedRecord } from '../../data/context.ts'
import { nameSkeleton } from '../credentials/user-names.ts'
import type { FaultList } from './fault-list.ts'
import type { UserMatch } from './user-records.ts'

/**
 * Adds the faults of valid records with a name or address of another valid record before them. Only the last record of
 * each user is compared, because the write keeps only that one. Invalid records are ignored, because they are not
 * written.
 */
export function checkNamesInBatch(
  faults: FaultList,
  records: readonly CoercedRecord[],
  matches: readonly UserMatch[],
): void {
  const last = new Map(matches.map(({ user }, index) => [user, index]))
  const taken = new Set<string>()
  const shown = new Map<string, string>()
  for (const [index, record] of records.entries()) {
    const { user, foldedName, foldedEmail, stored } = matches[index]!
    if (last.get(user) !== index || faults.has(index)) continue
    if (foldedName !== null && taken.has(foldedName)) faults.add(index, 'username', { code: 'duplicate' })
    if (foldedEmail !== null && taken.has(foldedEmail)) faults.add(index, 'email', { code: 'duplicate' })
    const { username } = record
    const value = typeof username === 'string' && username !== stored?.username ? username : undefined
    const skeleton = value === undefined ? undefined : nameSkeleton(value)
    const other = skeleton === undefined ? undefined : shown.get(skeleton)
    if (value !== undefined && other !== undefined && !faults.has(index))
      faults.add(index, 'username', { code: 'user_name_alike', params: { value, other } })
    if (faults.has(index)) continue
    for (const text of [foldedName, foldedEmail]) if (text !== null) taken.add(text)
    if (value !== undefined && skeleton !== undefined) shown.set(skeleton, value)
  }
}
