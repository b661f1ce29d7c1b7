/** Loads what the board asks about single orders, when an order is first moved, or sought outside the window. */
export const loadOrders = () => import('./order-requests.ts')
