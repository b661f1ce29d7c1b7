/** Button that follows a record, or stops following it. Not shown to users who may not read their followed records. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getJson, send, sendJson } from '../../platform/api/client.ts'
import { scenarioPath, withQuery } from '../../platform/api/paths.ts'
import { anything, list, number, object } from '../../platform/api/shape.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { toastDone, toastError } from '../../ui/toasts.ts'

const followersShape = list(object({ id: number }))

interface FollowButtonProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly id: string
}

export function FollowButton({ scenario, meta, id }: FollowButtonProps) {
  const { t } = useTranslation('grid')
  const client = useQueryClient()
  const about = { content_type: meta.entity, object_pk: id }
  const queryKey = ['follow', scenario, meta.entity, id]
  const followers = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      getJson(scenarioPath(scenario, withQuery('/api/common/follower/', about)), followersShape, { signal }),
  })
  const mine = followers.data?.[0]
  const following = useMutation({
    mutationFn: async () => {
      if (mine === undefined)
        await sendJson('POST', scenarioPath(scenario, '/api/common/follower/'), about, anything)
      else await send(scenarioPath(scenario, `/api/common/follower/${mine.id}/`), { method: 'DELETE' })
      await client.invalidateQueries({ queryKey })
      toastDone({ message: t(mine === undefined ? 'record.followed' : 'record.unfollowed') })
    },
    onError: toastError,
  })
  if (!followers.isSuccess) return null
  return (
    <Button
      variant="default"
      leftSection={mine === undefined ? <IconBell size={15} /> : <IconBellOff size={15} />}
      loading={following.isPending}
      onClick={() => following.mutate()}
    >
      {t(mine === undefined ? 'record.follow' : 'record.unfollow')}
    </Button>
  )
}
