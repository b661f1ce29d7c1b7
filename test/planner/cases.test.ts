/**
 * Small models with the plan of another engine as the reference, judged by properties. The cases are in a folder next
 * to the project.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Character that ends a judgement. */
const endMark = '\u0004'

/** Runs the judge once for each line of its input, a list of arguments, and ends each judgement with the end mark. */
const judging = `
import json, runpy, sys
for line in sys.stdin:
    sys.argv = json.loads(line)
    runpy.run_path(sys.argv[0], run_name="__main__")
    print("\\x04", flush=True)
`

/** A Python process that judges plans; to start one for each plan takes longer than the plans do. */
class Judge implements AsyncDisposable {
  readonly #python = spawn('python3', ['-c', judging], { stdio: ['pipe', 'pipe', 'inherit'] })
  readonly #lines = createInterface({ input: this.#python.stdout })[Symbol.asyncIterator]()
  /** Judgements of the plans of the reference, by case. */
  readonly #references = new Map<string, Judgement>()

  async judge(...files: readonly string[]): Promise<Judgement> {
    this.#python.stdin.write(`${JSON.stringify([join(folder, 'check_plan.py'), ...files])}\n`)
    const said: string[] = []
    for (;;) {
      const { done, value } = await this.#lines.next()
      if (done === true) throw new Error(`The judge of plans ended at ${files.join(' ')}.`)
      if (value === endMark) break
      said.push(value)
    }
    const [figures = '{}', ...found] = said
    const violations = found.filter((line) => /^\S/.test(line))
    const { planned = 0, late_qty_days = 0 }: Partial<Judgement> = JSON.parse(figures)
    return { planned, late_qty_days, violations }
  }

  async judgeReference(path: string): Promise<Judgement> {
    const judgement = this.#references.get(path) ?? (await this.judge(path))
    this.#references.set(path, judgement)
    return judgement
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#python, 'close')
    this.#python.stdin.end()
    await ended
  }
}

/** Names the folder among the skipped tests if it is missing. */
const missing = cases.length === 0 ? ['../shared/planner/cases'] : []

it.skipIf(missing.length > 0).each(missing)(
  'plans of the given cases are not tested, because %s is missing',
  () => {
    expect(existsSync(join(folder, 'cases'))).toBe(true)
  },
)

describe.skipIf(cases.length === 0)('plans of the given cases', () => {
  let judge: Judge
  beforeAll(() => {
    judge = new Judge()
  })
  afterAll(() => judge[Symbol.asyncDispose]())

  const ways = cases.flatMap((name) => [
    [name, 0, ''] as const,
    [name, 200, ' when it is improved too'] as const,
  ])

  it.each(ways)(
    '%s (%i) obeys every constraint, plans as much as the reference and is not later%s',
    async (name, questions) => {
      let asked = 0
      const options: SolveOptions = questions === 0 ? {} : { improve: { spent: () => asked++ / questions } }
      const path = join(folder, 'cases', name)
      const { model, settings, solver }: Case = JSON.parse(readFileSync(path, 'utf8'))
      const { constraints, plantype } = solver
      const input = plannerInput(model, { ...settings, constraints, plantype })
      const own = join(drafts, name)
      writeFileSync(own, JSON.stringify(planTables(solve(input, options))))
      const [reference, plan] = [await judge.judgeReference(path), await judge.judge(path, own)]
      expect(plan.violations.filter((kind) => !reference.violations.includes(kind))).toEqual([])
      expect(plan.planned).toBeGreaterThanOrEqual(reference.planned - 1e-6)
      expect(plan.late_qty_days).toBeLessThanOrEqual(reference.late_qty_days + 0.01)
    },
  )
})
