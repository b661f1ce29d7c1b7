/**
 * Orders test files. Files with a separate process each come first, because each of them would end the process that
 * the other files share. In both groups the files that take minutes come first; started last, one of them would run
 * alone at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths, the longest-running first. */
const long = [
  'test/faults/',
  'test/attacks/',
  'test/cli/',
  'test/web/every-screen',
  'test/web/files',
  'test/web/jobs',
  'test/web/grid',
  'test/planning/runplan',
  'test/data-api/entities/',
  'test/planner/improve',
  'test/files/round-trips',
  'test/web/',
  'test/scenarios/',
  'test/tasks/',
  'test/planning/',
  'test/planner/',
  'test/data-api/',
  'test/',
] as const

/** Returns the position of a file: by its project, then by its running time. */
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
