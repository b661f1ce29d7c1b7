/**
 * Computes safety stock from the variation of demand and lead time. Pure, no I/O.
 *
 * Source of the formula: Silver, Pyke and Peterson, Inventory Management and Production Planning and Scheduling
 * (1998), section 7.10; King, Crack the code: Understanding safety stock (APICS magazine, 2011).
 */

/** Mean and standard deviation of a quantity or a time. */
export interface Variation {
  readonly mean: number
  readonly deviation: number
}

/** Number of weeks of demand that are needed at least for a proposal. */
export const fewestWeeks = 8
/** Number of weeks with demand that are needed at least: the formula assumes regular demand. */
export const fewestDemandWeeks = 4

/**
 * Returns mean and sample standard deviation of a quantity per period.
 * @param quantities quantities of the periods that have any; the quantity of all other periods is 0
 * @param periods number of all periods, at least as many as quantities
 */
export function variationOf(quantities: readonly number[], periods: number): Variation {
  if (periods === 0) return { mean: 0, deviation: 0 }
  const mean = quantities.reduce((sum, quantity) => sum + quantity, 0) / periods
  if (periods === 1) return { mean, deviation: 0 }
  const squares = quantities.reduce((sum, quantity) => sum + (quantity - mean) ** 2, 0)
  const ofEmpty = (periods - quantities.length) * mean ** 2
  return { mean, deviation: Math.sqrt((squares + ofEmpty) / (periods - 1)) }
}

/** Coefficients of rational approximations, the highest power first. */
const centralNumerator = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
]
const centralDenominator = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
  1,
]
const tailNumerator = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const tailDenominator = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1]
/** Probability above which the approximation of the upper tail is used. */
const tailStart = 0.97575

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)

/**
 * Returns the quantile of the standard normal distribution (z) with a relative error below 1.2e-9.
 *
 * Source: P. J. Acklam, An algorithm for computing the inverse normal cumulative distribution function (2003).
 * @param probability at least 0.5 and less than 1
 */
export function normalQuantile(probability: number): number {
  if (probability > tailStart) {
    const q = Math.sqrt(-2 * Math.log(1 - probability))
    return -polynomial(tailNumerator, q) / polynomial(tailDenominator, q)
  }
  const q = probability - 0.5
  return (q * polynomial(centralNumerator, q * q)) / polynomial(centralDenominator, q * q)
}

/**
 * Returns the safety stock, in the unit of the demand: `z * sqrt(L * σd² + d² * σL²)`. Demand of different weeks and
 * lead times are assumed to be independent and normally distributed.
 * @param serviceLevel probability that no shortage occurs until the next receipt, at least 0.5 and less than 1
 * @param demand quantity per week
 * @param leadTime in weeks
 */
export function safetyStock(serviceLevel: number, demand: Variation, leadTime: Variation): number {
  const variance = leadTime.mean * demand.deviation ** 2 + demand.mean ** 2 * leadTime.deviation ** 2
  return normalQuantile(serviceLevel) * Math.sqrt(variance)
}

/** Number of significant digits of quantities that are not counted in whole units. */
const significantDigits = 3

/** Rounds a quantity up: to a whole unit, or to three significant digits if the item is measured in fractions. */
export function roundUp(quantity: number, whole: boolean): number {
  // Rounding errors of the computation must not add a unit.
  const least = quantity * (1 - 1e-9)
  if (whole || least <= 0) return Math.max(0, Math.ceil(least))
  const digits = significantDigits - 1 - Math.floor(Math.log10(least))
  // Division by a power of ten is exact to the last digit; multiplication by its inverse is not.
  return digits >= 0
    ? Math.ceil(least * 10 ** digits) / 10 ** digits
    : Math.ceil(least / 10 ** -digits) * 10 ** -digits
}

/** Lot size rule of a replenishment; quantities in the unit of the item. */
export interface LotRule {
  readonly minimum: number | null
  readonly multiple: number | null
  readonly maximum: number | null
  /** Time in weeks whose needs are combined in one order; null without one. */
  readonly window: number | null
}

/**
 * Returns the usual quantity of a replenishment order: the demand of the batching window, according to the lot size
 * rule. Returns null if neither a window nor a lot size is given.
 */
export function reorderQuantity(weeklyDemand: number, lot: LotRule, whole: boolean): number | null {
  const needed = Math.max(weeklyDemand * (lot.window ?? 0), lot.minimum ?? 0)
  const multiple = lot.multiple ?? 0
  const sized = multiple > 0 ? Math.ceil((needed / multiple) * (1 - 1e-9)) * multiple : roundUp(needed, whole)
  const limited = lot.maximum !== null && lot.maximum > 0 ? Math.min(sized, lot.maximum) : sized
  return limited > 0 ? limited : null
}
