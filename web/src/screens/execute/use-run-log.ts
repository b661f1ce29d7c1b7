/**
 * The log of a run, line by line while it is written. Of a long log only the end is held: it begins with the last piece
 * of the file, and older lines are dropped as new ones come.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../../api/client.ts'
import { listenToRun } from '../../api/run-events.ts'
import { hasEnded, type Run } from '../../api/tasks.ts'
import { withQuery } from '../../api/paths.ts'
import { useScenario } from '../../app/use-scenario.ts'

/** Lines that are held. */
const mostLines = 20_000
/** Bytes of an ended log that are read. */
const tailBytes = 2_000_000

export interface RunLog {
  readonly lines: readonly string[]
  /** Lines before them that are not shown. */
  readonly dropped: boolean
}

export function useRunLog(run: Run, onRun: (run: Run) => void): RunLog {
  const scenario = useScenario()
  const [log, setLog] = useState<RunLog>({ lines: [], dropped: false })
  const [live] = useState(!hasEnded(run))
  const { id } = run
  const told = useEffectEvent(onRun)
  useEffect(() => {
    if (!live) return undefined
    let waiting: string[] = []
    let frame = 0
    // Many lines may come at once; the screen is drawn once for all of them.
    const show = (): void => {
      const more = waiting
      waiting = []
      frame = 0
      setLog(({ lines, dropped }) => {
        const all = [...lines, ...more]
        return { lines: all.slice(-mostLines), dropped: dropped || all.length > mostLines }
      })
    }
    const stop = listenToRun(scenario.name, id, {
      onRun: (changed) => told(changed),
      onBegin: () => {
        waiting = []
        setLog({ lines: [], dropped: false })
      },
      onLine: (line) => {
        waiting.push(line)
        if (frame === 0) frame = requestAnimationFrame(show)
      },
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [live, id, scenario.name])
  useEffect(() => {
    if (live) return undefined
    const ending = new AbortController()
    readEnd(withQuery(scenario.path('/execute/api/log/'), { id }), ending.signal).then(
      setLog,
      () => undefined,
    )
    return () => ending.abort()
  }, [live, id, scenario])
  return log
}

/** The last lines of a log that is no longer written. */
async function readEnd(path: string, signal: AbortSignal): Promise<RunLog> {
  const response = await send(path, { headers: { range: `bytes=-${tailBytes}` }, signal })
  const lines = (await response.text()).split('\n')
  if (lines.at(-1) === '') lines.pop()
  const begin = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? '0'
  const cut = begin !== '0'
  return { lines: (cut ? lines.slice(1) : lines).slice(-mostLines), dropped: cut || lines.length > mostLines }
}
