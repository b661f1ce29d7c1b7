/** A password that is strong enough, of every user of tests. */
export const goodPassword = 'correct horse 42'
