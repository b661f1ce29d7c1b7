/** Begins with the files that take minutes: started last, one of them would run alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths, the longest first. */
const long = [
  'test/web/every-screen',
  'test/files/round-trips',
  'test/web/grid',
  'test/faults/',
  'test/attacks/',
  'test/cli/',
  'test/web/',
  'test/scenarios/',
  'test/planning/',
  'test/tasks/',
] as const

const place = ({ moduleId }: TestSpecification): number => {
  const found = long.findIndex((part) => moduleId.includes(part))
  return found < 0 ? long.length : found
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}
