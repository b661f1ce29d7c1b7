import { expect, it } from 'vitest'
import { warnAboutRoot } from './root-warning.ts'

const linesFor = (uid: number | undefined): readonly string[] => {
  const lines: string[] = []
  warnAboutRoot({ say: (text) => void lines.push(text) }, uid)
  return lines
}

it('says one line with the remedy to root, and nothing to others', () => {
  expect(linesFor(0)).toEqual([expect.stringMatching(/^Warning: .*root.*under an account of its own\.$/)])
  expect(linesFor(1000)).toEqual([])
  expect(process.getuid?.() === 0 ? [] : linesFor(process.getuid?.())).toEqual([])
})
