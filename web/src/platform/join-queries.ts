/** Joins two queries whose data is shown together. */

interface Joinable<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Returns a query with the data of both, once both are read; it repeats those that have failed. */
export function joinQueries<One, Other>(
  one: Joinable<One>,
  other: Joinable<Other>,
): Joinable<readonly [One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch: () => {
      for (const { error, refetch } of [one, other]) if (error !== null) void refetch()
    },
  }
}
