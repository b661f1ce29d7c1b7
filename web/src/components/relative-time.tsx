/** How long ago a moment was, kept up to date; the moment itself on demand. */
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormats } from '../app/use-formats.ts'

const tick = 30_000

export interface RelativeTimeProps {
  /** ISO text; without a zone it is the time of the machine. */
  readonly at: string
}

export function RelativeTime({ at }: RelativeTimeProps) {
  const formats = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip label={formats.dateTime(at, { seconds: true })}>
      <time dateTime={at}>{formats.relative(Date.parse(at), Math.max(now, Date.parse(at)))}</time>
    </Tooltip>
  )
}
