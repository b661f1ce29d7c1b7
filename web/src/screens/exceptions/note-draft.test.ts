/** Tests that the form of an exception keeps what colleagues enter at the same time. */
import { describe, expect, it } from 'vitest'
import { changedMeanwhile, changeOf, draftOf } from './note-draft.ts'

const open = { assignee: null, note: null, until: null }
const snoozed = { ...open, until: '2026-03-09T06:00:00' }

describe('the form of an exception', () => {
  it('sends only what was changed in it', () => {
    expect(changeOf(open, { ...draftOf(open), assignee: 'mary' })).toEqual({ assignee: 'mary' })
    expect(changeOf(snoozed, { ...draftOf(snoozed), note: ' late truck ' })).toEqual({ note: 'late truck' })
    expect(changeOf(open, draftOf(open))).toEqual({})
  })

  it('removes what was emptied, and opens an exception whose date was removed', () => {
    const noted = { ...snoozed, note: 'late truck' }
    expect(changeOf(noted, { ...draftOf(noted), note: '' })).toEqual({ note: null })
    expect(changeOf(noted, { ...draftOf(noted), until: '' })).toEqual({ status: 'open' })
    expect(changeOf(open, { ...draftOf(open), until: '2026-03-10' })).toEqual({
      status: 'snoozed',
      until: '2026-03-10T06:00:00',
    })
  })

  it('keeps the time of a snooze whose day is chosen again', () => {
    const again = { ...draftOf(snoozed), until: '2026-03-09' }
    expect(changeOf(snoozed, again)).toEqual({})
    expect(changedMeanwhile(open, snoozed, again)).toEqual([])
  })

  it('notices that a colleague has changed the same field, not another one', () => {
    const theirs = { ...open, note: 'supplier called' }
    expect(changedMeanwhile(open, theirs, { ...draftOf(open), note: 'mine' })).toEqual(['note'])
    expect(changedMeanwhile(open, theirs, { ...draftOf(open), assignee: 'mary' })).toEqual([])
    expect(changedMeanwhile(open, theirs, { ...draftOf(open), note: 'supplier called' })).toEqual([])
  })
})
