/** Tests that saving rights keeps what another administrator has changed at the same time. */
import { describe, expect, it } from 'vitest'
import { groupChange, rebaseGroup, rebaseStanding, standingChange } from './rights-draft.ts'

const before = { active: true, superuser: false, groups: ['Planners', 'Administrators'], permissions: ['b'] }

describe('unsaved rights', () => {
  it('do not grant again what somebody else has taken away', () => {
    const draft = { before, edited: { ...before, active: false } }
    const stored = { ...before, groups: ['Planners'], permissions: [] }
    const next = rebaseStanding(draft, stored)
    expect(next).toEqual({ active: false, superuser: false, groups: ['Planners'], permissions: [] })
    expect(standingChange(next, stored)).toEqual({ is_active: false })
  })

  it('add and remove names in what is stored', () => {
    const draft = { before, edited: { ...before, groups: ['Planners', 'Buyers'], permissions: ['a', 'b'] } }
    const stored = { ...before, groups: ['Planners', 'Administrators', 'Auditors'], permissions: ['b', 'c'] }
    const next = rebaseStanding(draft, stored)
    expect(next.groups).toEqual(['Planners', 'Auditors', 'Buyers'])
    expect(next.permissions).toEqual(['a', 'b', 'c'])
    expect(Object.keys(standingChange(next, stored))).toEqual(['groups', 'permissions'])
  })

  it('of a group keep its new name and its new rights', () => {
    const group = { name: 'Buyers', permissions: ['a'] }
    const draft = { before: group, edited: { ...group, permissions: ['a', 'b'] } }
    const stored = { name: 'Purchasing', permissions: ['c'] }
    const next = rebaseGroup(draft, stored)
    expect(next).toEqual({ name: 'Purchasing', permissions: ['b', 'c'] })
    expect(groupChange(next, stored)).toEqual({ permissions: ['b', 'c'] })
  })
})
