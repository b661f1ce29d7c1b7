/** Actions of a record: follow it, its plan, actions of resources and calendars, the adjacent records, and deletion. */
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSitemap, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CalendarLink } from '../../capacity/calendar-link.tsx'
import { ResourceActions } from '../../capacity/resource-actions.tsx'
import { StockLink } from '../../capacity/stock-link.tsx'
import { useAdjacentRecords } from '../../grid/record/adjacent-records.ts'
import { FollowButton } from '../../grid/record/follow-button.tsx'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { IconTool } from '../../ui/icon-tool.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

interface RecordProps {
  readonly meta: EntityMeta
  readonly id: string
}

export function RecordActions({ meta, id, onDelete }: RecordProps & { readonly onDelete: () => void }) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  const adjacent = useAdjacentRecords(scenario.name, meta, id)
  return (
    <>
      {meta.comments ? <FollowButton scenario={scenario.name} meta={meta} id={id} /> : null}
      <PlanButton meta={meta} id={id} />
      {meta.entity === 'input.item' ? <StockLink item={id} /> : null}
      {meta.entity === 'input.resource' ? <ResourceActions resource={id} /> : null}
      {meta.entity === 'input.calendar' ? <CalendarLink calendar={id} /> : null}
      <AdjacentButton meta={meta} to={adjacent.previous} by={-1} onGo={adjacent.go} />
      <AdjacentButton meta={meta} to={adjacent.next} by={1} onGo={adjacent.go} />
      {meta.permissions.delete && !meta.readonly ? (
        <Button variant="light" color="red" leftSection={<IconTrash size={15} />} onClick={onDelete}>
          {t('selection.delete')}
        </Button>
      ) : null}
    </>
  )
}

/** Entities with a supply path. */
const supplied: ReadonlySet<string> = new Set(['input.item', 'input.operation', 'input.resource'])

/** Link to the plan of a sales order, or to the supply path of an item, operation or resource. */
function PlanButton({ meta, id }: RecordProps) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  if (meta.entity === 'input.demand')
    return (
      <Button
        component={ScreenLink}
        to={`${recordHref(scenario.name, meta.entity, id)}/plan`}
        variant="default"
        leftSection={<IconSitemap size={15} />}
      >
        {t('record.plan')}
      </Button>
    )
  if (!supplied.has(meta.entity)) return null
  return (
    <Button
      component={ScreenLink}
      to={`/app/${encodeURIComponent(scenario.name)}/supplypath/${meta.model}/${encodeURIComponent(id)}`}
      variant="default"
      leftSection={<IconSitemap size={15} />}
    >
      {t('record.path')}
    </Button>
  )
}

interface AdjacentButtonProps {
  readonly meta: EntityMeta
  /** Key of the adjacent record, if any. */
  readonly to: string | undefined
  readonly by: 1 | -1
  readonly onGo: (by: 1 | -1) => void
}

function AdjacentButton({ meta, to, by, onGo }: AdjacentButtonProps) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  const router = useRouter()
  return (
    <IconTool
      label={t(by < 0 ? 'detail.previous' : 'detail.next')}
      disabled={to === undefined}
      onClick={() => {
        if (to === undefined) return
        onGo(by)
        router.history.push(recordHref(scenario.name, meta.entity, to))
      }}
    >
      {by < 0 ? <IconChevronLeft size={16} /> : <IconChevronRight size={16} />}
    </IconTool>
  )
}
