/** A computation that only ends with its thread, however fast the machine is. */
export function endless(): never {
  for (;;);
}
