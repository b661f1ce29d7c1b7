/** Finds and updates the elements that the engine has rendered. */

export const gridIn = (element: HTMLElement): Element | null => element.querySelector('[role="grid"]')

export const cellIn = (element: HTMLElement, row: number, column: string): HTMLElement | undefined =>
  element.querySelector<HTMLElement>(
    `.ag-row[row-index="${row}"] .ag-cell[col-id="${CSS.escape(column)}"]`,
  ) ?? undefined

/** Returns the column whose header has the focus, if any. */
export function focusedHeader(element: HTMLElement): string | null {
  const head = document.activeElement?.closest('.ag-header-cell') ?? null
  return head !== null && element.contains(head) ? head.getAttribute('col-id') : null
}

export function setAllChecked(element: HTMLElement, state: 'all' | 'some' | 'none'): void {
  const box = element.querySelector<HTMLInputElement>('.g-check-all')
  if (box === null) return
  box.checked = state === 'all'
  box.indeterminate = state === 'some'
}
