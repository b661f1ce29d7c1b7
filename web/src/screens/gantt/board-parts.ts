/** Parts of the board that are not there at first, loaded together with the first of them. */
export { BarPanel } from './bar-panel.tsx'
export { LateWork } from './late-work.tsx'
export { LinkLegend } from './link-legend.tsx'
export { StockRows } from './stock-rows.tsx'
export { Tray } from './tray.tsx'
export { drawGhost } from './draw-ghost.ts'
export { drawLinks } from './draw-links.ts'
