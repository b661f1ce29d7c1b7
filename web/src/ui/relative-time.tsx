/** Time since a moment, updated periodically; a tooltip shows the exact time. */
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormats } from '../platform/formats/use-formats.ts'

const tick = 30_000

export interface RelativeTimeProps {
  /** ISO 8601 text; without a time zone it is a time of the service's clock. */
  readonly at: string
}

export function RelativeTime({ at }: RelativeTimeProps) {
  const formats = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick)
    return () => clearInterval(timer)
  }, [])
  const instant = formats.instant(at)
  return (
    <Tooltip label={formats.moment(at, { seconds: true })}>
      <time dateTime={at}>{formats.relative(instant, Math.max(now, instant))}</time>
    </Tooltip>
  )
}
