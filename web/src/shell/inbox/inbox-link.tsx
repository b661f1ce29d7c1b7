/** Link to the inbox in the header, with the number of unread messages. */
import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadQuery } from '../../platform/api/inbox.ts'
import { onRunEnd } from '../../platform/api/task-stream.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'

/** Maximum number that has room beside the icon. */
const mostShown = 99

export function InboxLink() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const { data } = useQuery(unreadQuery)
  const count = data ?? 0
  const router = useRouter()
  // Also asked when the user opens a screen and when a task ends.
  useEffect(() => {
    const refresh = (): void => {
      void client.refetchQueries({ queryKey: unreadQuery.queryKey, exact: true, stale: true })
    }
    const ends = [router.subscribe('onResolved', refresh), onRunEnd(refresh)]
    return () => {
      for (const end of ends) end()
    }
  }, [client, router])
  const shown = useRef(data)
  useEffect(() => {
    const isOther = shown.current !== undefined && shown.current !== data
    shown.current = data
    // The messages on the screen are those of the number.
    if (isOther)
      void client.invalidateQueries({
        queryKey: ['inbox'],
        predicate: ({ queryKey }) => queryKey[1] !== 'unread',
      })
  }, [client, data])
  const label = t('inbox', { count })
  return (
    <Tooltip label={label}>
      <Indicator
        label={count > mostShown ? `${mostShown}+` : count}
        size={16}
        disabled={count === 0}
        offset={5}
        color="petrol"
      >
        <ActionIcon component={ScreenLink} to="/app/inbox" size={34} aria-label={label}>
          <IconInbox size={19} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
