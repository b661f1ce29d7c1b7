/** Appends any number of elements: `push(...more)` puts them on the stack, which overflows at about 100,000. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const element of more) list.push(element)
}
