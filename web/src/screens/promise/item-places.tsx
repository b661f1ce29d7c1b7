/** The locations at which the item of an enquiry can be had, as buttons that repeat the enquiry for one of them. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { itemPlacesQuery } from '../../platform/api/item-places.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import styles from './promise.module.css'

interface ItemPlacesProps {
  readonly item: string
  /** Location of the enquiry, which is not offered. */
  readonly except?: string | undefined
  /** Whether the first button takes the focus when it appears. */
  readonly takesFocus?: boolean
  readonly onChoose: (location: string) => void
  /** Called if there is no location to choose. */
  readonly onNone?: (() => void) | undefined
}

export function ItemPlaces({ item, except, takesFocus = false, onChoose, onNone }: ItemPlacesProps) {
  const { t } = useTranslation('promise')
  const scenario = useScenario()
  const found = useQuery(itemPlacesQuery(scenario.name, item))
  return (
    <QueryView query={found} inline rows={1}>
      {(places) => {
        const others = places.filter((place) => place !== except)
        if (others.length === 0)
          return (
            <NoPlace onNone={onNone}>
              {t(except === undefined ? 'places.none' : 'places.noOther', { item })}
            </NoPlace>
          )
        return <Choices item={item} places={others} takesFocus={takesFocus} onChoose={onChoose} />
      }}
    </QueryView>
  )
}

interface NoPlaceProps extends Pick<ItemPlacesProps, 'onNone'> {
  readonly children: ReactNode
}

function NoPlace({ onNone, children }: NoPlaceProps) {
  const tell = useEffectEvent(() => onNone?.())
  useEffect(() => tell(), [])
  return <p className={styles.soft}>{children}</p>
}

interface ChoicesProps {
  readonly item: string
  readonly places: readonly string[]
  readonly takesFocus: boolean
  readonly onChoose: (location: string) => void
}

function Choices({ item, places, takesFocus, onChoose }: ChoicesProps) {
  const { t } = useTranslation('promise')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('button')?.focus()
  }, [takesFocus])
  return (
    <div ref={box} className={styles.bar} role="group" aria-label={t('places.title', { item })}>
      <span>{t('places.title', { item })}</span>
      {places.map((place) => (
        <Button key={place} size="compact-md" variant="default" onClick={() => onChoose(place)}>
          {place}
        </Button>
      ))}
    </div>
  )
}
