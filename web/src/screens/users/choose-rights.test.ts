import { describe, expect, it } from 'vitest'
import type { Rights } from '../../platform/api/access.ts'
import { heldRights, shownRights, withPreset, withRights } from './choose-rights.ts'

const right = (name: string, held = true) => ({ right: name, held })
const rights: Rights = {
  entities: [
    { entity: 'input.item', label: 'Artikel', group: 'sales', rights: { view: right('view_item') } },
    {
      entity: 'common.user',
      label: 'Benutzer',
      group: 'admin',
      rights: { view: right('view_user', false) },
    },
  ],
  tasks: [{ ...right('run_backup', false), group: 'plan', task: 'backup', label: 'Sichern' }],
  others: [{ ...right('manage_files'), label: 'Dateien verwalten' }],
  presets: [],
}

describe('choosing rights', () => {
  it('finds rights by the words of the reader and by their names', () => {
    expect(shownRights(rights, 'artikel', undefined).entities).toHaveLength(1)
    expect(shownRights(rights, 'backup', undefined).tasks).toHaveLength(1)
    expect(shownRights(rights, 'input.', undefined).others).toHaveLength(0)
  })

  it('shows only what is chosen on demand', () => {
    const { entities, tasks, others } = shownRights(rights, '', new Set(['manage_files']))
    expect([entities.length, tasks.length, others.length]).toEqual([0, 0, 1])
  })

  it('never gives or takes what the reader does not hold', () => {
    const chosen = new Set(['run_backup'])
    expect([...withRights(chosen, [right('run_backup', false)], false)]).toEqual(['run_backup'])
    expect([...withRights(new Set(), [right('view_user', false), right('view_item')], true)]).toEqual([
      'view_item',
    ])
    expect([...withPreset(chosen, ['view_item', 'view_user'], heldRights(rights))]).toEqual([
      'view_item',
      'run_backup',
    ])
  })
})
