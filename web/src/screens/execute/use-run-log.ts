/**
 * Streams the log of a run line by line. Only the end of a long log is kept: reading starts with the last part of the
 * file, and old lines are dropped.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../platform/api/api-error.ts'
import { readBody, send } from '../../platform/api/client.ts'
import { listenToRun } from '../../platform/api/run-events.ts'
import { hasEnded, type Run } from '../../platform/api/tasks.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { addWaiting, type LogLines, mostLines, noLines, withWaiting } from './log-lines.ts'

/** Number of bytes read from the end of a finished log. */
const tailBytes = 2_000_000

export interface RunLog extends LogLines {
  /** Whether the log of a finished run is being read. */
  readonly isReading: boolean
  /** Why it could not be read; null otherwise. */
  readonly error: unknown
  /** Reads it again. */
  readonly retry: () => void
}

export function useRunLog(run: Run, onRun: (run: Run) => void): RunLog {
  const scenario = useScenario()
  const [log, setLog] = useState(noLines)
  const [live] = useState(!hasEnded(run))
  const { id } = run
  const report = useEffectEvent(onRun)
  useEffect(() => {
    if (!live) return undefined
    let waiting: string[] = []
    let frame = 0
    // Renders once for several lines that arrive together.
    const show = (): void => {
      const more = waiting
      waiting = []
      frame = 0
      setLog((before) => withWaiting(before, more))
    }
    const stop = listenToRun(scenario.name, id, {
      onRun: (changed) => report(changed),
      onBegin: () => {
        waiting = []
        setLog(noLines)
      },
      onLine: (line) => {
        addWaiting(waiting, line)
        if (frame === 0) frame = requestAnimationFrame(show)
      },
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [live, id, scenario.name])
  const end = useQuery({
    // The log of a finished run does not change, whatever happens in its scenario.
    queryKey: ['run log', id],
    queryFn: ({ signal }) => readEnd(withQuery(scenario.path('/execute/api/log/'), { id }), signal),
    enabled: !live,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const { lines, dropped } = end.data ?? log
  return {
    lines,
    dropped,
    isReading: !live && end.isPending,
    error: end.error,
    retry: () => void end.refetch(),
  }
}

/** Statuses of a run that has no log, and of an empty log. */
const withoutLines: ReadonlySet<number> = new Set([404, 416])

/** Returns the last lines of a finished log; none if the run wrote no log. */
async function readEnd(path: string, signal: AbortSignal): Promise<LogLines> {
  const response = await send(path, { headers: { range: `bytes=-${tailBytes}` }, signal }).catch(
    (problem: unknown) => {
      if (problem instanceof ApiError && withoutLines.has(problem.status)) return undefined
      throw problem
    },
  )
  if (response === undefined) return noLines
  const lines = (await readBody(() => response.text())).split('\n')
  if (lines.at(-1) === '') lines.pop()
  const begin = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? '0'
  const cut = begin !== '0'
  return { lines: (cut ? lines.slice(1) : lines).slice(-mostLines), dropped: cut || lines.length > mostLines }
}
