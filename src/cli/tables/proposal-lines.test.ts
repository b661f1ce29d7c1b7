import { expect, it } from 'vitest'
import type { Proposal } from '../../proposals/proposal.ts'
import { checkLines, proposalLines } from './proposal-lines.ts'

const proposal: Proposal = {
  id: 1,
  scenario: 'default',
  title: '',
  description: '',
  author: 1,
  state: 'open',
  source: { kind: 'edits' },
  created: '2026-03-01T08:00:00.000000',
  lastmodified: '2026-03-01T08:00:00.000000',
  edits: 0,
  summary: [],
  reviewers: [],
  revision: 1,
  changeset: null,
}

it('control characters of names and values do not reach the terminal', () => {
  const escape = '\u001b[2J'
  const named = { ...proposal, reviewers: [`group${escape}`], title: `title${escape}` }
  const fault = {
    edit: 1,
    entity: 'input.item',
    key: `key${escape}`,
    field: `field${escape}`,
    message: { code: 'plain_text' as const, params: { text: `text${escape}` } },
  }
  const lines = [
    ...proposalLines({ proposal: named, edits: [], events: [] }, () => `name${escape}`, 80),
    ...checkLines(
      named,
      { conflicts: [], conflictCount: 0, leftOut: [], faults: [fault], isComplete: true },
      80,
    ),
  ]
  const text = lines.join('\n')
  for (const word of ['group', 'title', 'name', 'key', 'field', 'text']) expect(text).toContain(word)
  expect(text).not.toContain('\u001b')
})
