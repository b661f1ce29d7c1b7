/** Tests what prevents a user from applying a proposal with conflicts. */
import { describe, expect, it } from 'vitest'
import type { ProposalConflict } from '../../platform/api/proposals.ts'
import { applyObstacle, type Decisions, goneCount } from './use-decisions.ts'

const approvals = { needed: [], missing: [] }
const mine = { allowed: ['resolve', 'apply'], approvals } as const
const strict = { ...mine, approvals: { needed: ['Planners'], missing: [] } } as const

/** Two conflicts, of which some are decided. */
function decisions(decided: number): Pick<Decisions, 'open' | 'choices'> {
  const open = ['a', 'b'].map((key) => ({
    name: key,
    edit: 0,
    entity: 'input.item',
    key,
    takes: ['present', 'proposed'] as const,
  }))
  const choices = open.slice(0, decided).map(({ entity, key }) => ({ entity, key, take: 'present' }) as const)
  return { open, choices }
}

const conflict = (problem: ProposalConflict['problem'], key: string): ProposalConflict => ({
  entity: 'input.item',
  key,
  label: 'item',
  route: 'item',
  title: key,
  problem,
  edit: 0,
  fields: {},
  records: [],
})

describe('a proposal with conflicts', () => {
  it('cannot be applied before all of them are decided', () => {
    for (const proposal of [mine, strict]) expect(applyObstacle(proposal, decisions(1))).toBe('undecided')
    expect(applyObstacle(mine, decisions(2))).toBeUndefined()
  })

  it('needs its decisions saved first where approvals are needed', () => {
    expect(applyObstacle(strict, decisions(2))).toBe('unsaved')
    expect(applyObstacle(strict, { open: [], choices: [] })).toBeUndefined()
  })

  it('does not ask users for decisions that they may not make', () => {
    expect(applyObstacle({ allowed: ['apply'], approvals }, decisions(0))).toBe('mayNotDecide')
  })

  it('counts only records that are gone as gone', () => {
    const kinds = ['deleted', 'referenced', 'exists', 'missing', 'circle', 'changed'] as const
    expect(goneCount(kinds.map((kind) => conflict(kind, kind)))).toBe(1)
  })
})
