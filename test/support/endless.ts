/** A computation that runs until its thread ends, on machines of any speed. */
export function endless(): never {
  for (;;);
}
