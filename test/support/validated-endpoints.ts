/**
 * Proves that each endpoint of the contract is validated by some test: tests record the endpoints whose responses of
 * success they have validated (contract.ts), and the end of a run of the whole suite requires that none is missing.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject, Vitest } from 'vitest/node'
import { contract } from '../../src/contract/contract.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which each process of tests lists the endpoints that it has validated. */
    validatedEndpoints: string
  }
}

/** Provides the folder of this run, which the projects of the suite share. */
export async function provideValidatedEndpoints(project: TestProject): Promise<string> {
  const folder = join(tmpdir(), `planctl-test-validated-${process.pid}`)
  await mkdir(folder, { recursive: true })
  project.provide('validatedEndpoints', folder)
  return folder
}

/**
 * Deletes the folder. Throws if the whole suite has passed without having validated each endpoint; a part of the suite
 * proves nothing, and a failed test may be the one that validates an endpoint.
 */
export async function requireValidatedEndpoints({ vitest }: TestProject, folder: string): Promise<void> {
  const names = await readdir(folder)
  const lists = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  await rm(folder, { recursive: true, force: true })
  if (!(await hasPassedWhole(vitest))) return
  const missing = missingEndpoints(lists)
  if (missing.length > 0) throw new Error(`No test validates a response of: ${missing.join(', ')}`)
}

/** Returns the endpoints of the contract that none of the lists names. */
export function missingEndpoints(lists: readonly string[]): readonly string[] {
  const validated = new Set(lists.flatMap((list) => list.split('\n')))
  return Object.keys(contract).filter((name) => !validated.has(name))
}

async function hasPassedWhole(vitest: Vitest): Promise<boolean> {
  const { state, config } = vitest
  if (config.testNamePattern !== undefined || state.getCountOfFailedTests() > 0) return false
  const run = new Set(state.getFiles().map(({ filepath }) => filepath))
  const all = await vitest.globTestSpecifications()
  return all.every(({ moduleId }) => run.has(moduleId))
}
