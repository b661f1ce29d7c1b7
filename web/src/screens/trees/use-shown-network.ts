/** State of the displayed part of a supply network: collapsed branches, and the way to a node that is sought. */
import { useMemo, useState } from 'react'
import { closedFrom, type Network, type ShownNetwork, shownNetwork, wayTo } from './supply-graph.ts'

/** Maximum number of displayed nodes, limited by readability and layout time. */
const mostNodes = 150

/** Levels that are displayed at first on a narrow screen, from the root. */
const firstLevels = 2

export interface NetworkPart {
  readonly shown: ShownNetwork
  /** The collapsed nodes. */
  readonly closed: ReadonlySet<string>
  readonly openAll: () => void
  /** Collapses a node or expands it; nothing happens to one without nodes behind it. */
  readonly toggle: (id: string) => void
  /** Displays a node with the way to it from the root. */
  readonly reveal: (id: string) => void
}

export function useShownNetwork(network: Network, isNarrow: boolean): NetworkPart {
  // Undefined until the user opens or closes a node.
  const [toggled, setToggled] = useState<ReadonlySet<string>>()
  const [sought, setSought] = useState<string>()
  // A whole network is unreadable on a narrow screen.
  const closed = useMemo(
    () => toggled ?? (isNarrow ? closedFrom(network, firstLevels) : new Set<string>()),
    [toggled, isNarrow, network],
  )
  const way = useMemo(() => (sought === undefined ? [] : wayTo(network, sought)), [network, sought])
  const shown = useMemo(() => shownNetwork(network, closed, mostNodes, way), [network, closed, way])
  return {
    shown,
    closed,
    openAll: () => setToggled(new Set()),
    toggle: (id) => {
      if ((network.behind.get(id) ?? []).length === 0) return
      const next = new Set(closed)
      if (!next.delete(id)) next.add(id)
      setToggled(next)
    },
    reveal: (id) => {
      const opened = new Set(wayTo(network, id))
      setToggled(new Set([...closed].filter((one) => !opened.has(one))))
      setSought(id)
    },
  }
}
