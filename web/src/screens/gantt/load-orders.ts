/** Loads what the board asks about single orders, when an order is first moved, or sought outside the window. */
import { loadCode } from '../../platform/not-loaded.ts'

export const loadOrders = () => loadCode(import('./order-requests.ts'))
