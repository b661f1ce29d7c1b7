/** Builds addresses of run screens. */

/** Returns the address of the screen of a run of a task. */
export const runHref = (scenario: string, id: number): string =>
  `/app/${encodeURIComponent(scenario)}/execute/runs/${id}`
