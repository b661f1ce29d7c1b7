/**
 * Small models with the plan of another engine as the reference, judged by properties. The cases are in a folder next
 * to the project.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { solve, type SolveOptions } from '../../src/planner/solve.ts'
import { type FixtureRow, type FixtureSettings, plannerInput } from './fixture-input.ts'
import { planTables } from './plan-tables.ts'

const folder = join(import.meta.dirname, '../../../shared/planner')
const cases = existsSync(join(folder, 'cases'))
  ? readdirSync(join(folder, 'cases')).filter((name) => name.endsWith('.json'))
  : []
const drafts = mkdtempSync(join(tmpdir(), 'plans-'))
afterAll(() => rmSync(drafts, { recursive: true }))

interface Case {
  readonly model: readonly FixtureRow[]
  readonly settings: { readonly current: string; readonly autofence?: number }
  /** Contains other settings too, with other units than those of `settings`. */
  readonly solver: Required<Pick<FixtureSettings, 'constraints' | 'plantype'>>
}

interface Judgement {
  readonly planned: number
  readonly late_qty_days: number
  /** Kinds of violations. */
  readonly violations: readonly string[]
}

/**
 * Returns the Python interpreter itself. Where the command is the script of a version manager, each call through it
 * starts a hundred processes.
 */
const findPython = (): string =>
  execFileSync('python3', ['-c', 'import sys; print(sys.executable)']).toString().trim()
let python: string | undefined

function judge(...files: readonly string[]): Judgement {
  const [figures = '{}', ...found] = execFileSync((python ??= findPython()), [
    join(folder, 'check_plan.py'),
    ...files,
  ])
    .toString()
    .trimEnd()
    .split('\n')
  const violations = found.filter((line) => /^\S/.test(line))
  const { planned = 0, late_qty_days = 0 }: Partial<Judgement> = JSON.parse(figures)
  return { planned, late_qty_days, violations }
}

describe.skipIf(cases.length === 0)('plans of the given cases', () => {
  const ways = cases.flatMap((name) => [
    [name, 0, ''] as const,
    [name, 200, ' when it is improved too'] as const,
  ])

  it.each(ways)(
    '%s (%i) obeys every constraint, plans as much as the reference and is not later%s',
    (name, questions) => {
      let asked = 0
      const options: SolveOptions = questions === 0 ? {} : { improve: { spent: () => asked++ / questions } }
      const path = join(folder, 'cases', name)
      const { model, settings, solver }: Case = JSON.parse(readFileSync(path, 'utf8'))
      const { constraints, plantype } = solver
      const input = plannerInput(model, { ...settings, constraints, plantype })
      const own = join(drafts, name)
      writeFileSync(own, JSON.stringify(planTables(solve(input, options))))
      const [reference, plan] = [judge(path), judge(path, own)]
      expect(plan.violations.filter((kind) => !reference.violations.includes(kind))).toEqual([])
      expect(plan.planned).toBeGreaterThanOrEqual(reference.planned - 1e-6)
      expect(plan.late_qty_days).toBeLessThanOrEqual(reference.late_qty_days + 0.01)
    },
  )
})
