/** Settings of a list that a saved view contains. */
import { measuresText } from '../summary/measures.ts'
import type { GridState, OpenGridState } from '../use-grid-state.ts'

export interface ViewsMenuProps {
  readonly scenario: string
  readonly entity: string
  readonly state: OpenGridState
  readonly mayShare: boolean
}

export const valueOf = (state: GridState) => ({
  filter: state.filter,
  ...(state.ordering === '' ? {} : { ordering: state.ordering }),
  ...(state.search === '' ? {} : { search: state.search }),
  columns: state.columns.join(','),
  ...(state.group === '' ? {} : { group: state.group }),
  ...(Object.keys(state.measures).length === 0 ? {} : { measures: measuresText(state.measures) }),
  ...(state.rules.length === 0 ? {} : { rules: state.rules }),
})
