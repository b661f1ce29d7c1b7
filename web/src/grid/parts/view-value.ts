/** Settings of a list that a saved view contains, and the names that its views may have. */
import { measuresText } from '../summary/measures.ts'
import type { SavedView } from '../state/views.ts'
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

/** Returns whether another view has the name of a view: names of own views differ, and names of shared views do. */
export const isNameTaken = (
  views: readonly Pick<SavedView, 'id' | 'name' | 'shared'>[],
  view: { readonly id: number | undefined; readonly name: string; readonly shared: boolean },
): boolean =>
  views.some(({ id, name, shared }) => id !== view.id && shared === view.shared && name === view.name.trim())
