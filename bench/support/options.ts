/** Parses the command line of the benchmarks. */
import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Names of the suites to run; all if empty. */
  readonly suites: readonly string[]
  /** Numbers of rows of the table, ascending. */
  readonly sizes: readonly number[]
  /** Measurements of a suite to run; all if empty. */
  readonly only: readonly string[]
  /** Minimum number of rounds, in which ours and the reference alternate. */
  readonly rounds: number
  /** Folder for CPU profiles of the service. */
  readonly profile?: string
}

/** Options as given; without sizes each suite uses its defaults. */
export type GivenOptions = Omit<BenchOptions, 'sizes'> & { readonly sizes: readonly number[] | undefined }

export function parseOptions(args: readonly string[]): GivenOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      profile: { type: 'string' },
    },
  })
  const sizes = values.sizes?.split(',').map(Number)
  const rounds = Number(values.rounds)
  if (![...(sizes ?? []), rounds].every((number) => Number.isInteger(number) && number > 0)) {
    throw new Error('--sizes takes numbers of rows separated by commas, --rounds a number.')
  }
  return {
    suites: positionals,
    sizes: sizes?.toSorted((one, other) => one - other),
    only: values.only === undefined ? [] : values.only.split(','),
    rounds,
    ...(values.profile === undefined ? {} : { profile: values.profile }),
  }
}
