/**
 * Begins with the files that have a process each, for what the others share would end with every one of them, and of
 * both with those that take minutes: started last, one of them would run by itself at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths, the longest first. */
const long = [
  'test/faults/',
  'test/attacks/',
  'test/cli/',
  'test/web/every-screen',
  'test/web/jobs',
  'test/web/grid',
  'test/files/round-trips',
  'test/web/',
  'test/scenarios/',
  'test/planning/',
  'test/tasks/',
] as const

/** Place of the project, and of the file in it. */
const place = ({ moduleId, project }: TestSpecification): number => {
  const found = long.findIndex((part) => moduleId.includes(part))
  const within = found < 0 ? long.length : found
  return project.config.isolate ? within : long.length + 1 + within
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}
