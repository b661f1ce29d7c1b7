/**
 * Names in requests that are not parameters, unless an endpoint or task defines them: the format of the response, and
 * the form token.
 */
export const ignoredNames: ReadonlySet<string> = new Set(['format', 'csrfmiddlewaretoken'])
