/** Members of a group, by scenario. */
import type { User } from '../../platform/api/access.ts'

export interface Member {
  readonly user: User
  readonly scenarios: readonly string[]
}

export function membersOf(users: readonly User[], group: string): readonly Member[] {
  return users
    .map((user) => ({
      user,
      scenarios: Object.entries(user.scenarios)
        .filter(([, { groups }]) => groups.includes(group))
        .map(([name]) => name),
    }))
    .filter(({ scenarios }) => scenarios.length > 0)
}
