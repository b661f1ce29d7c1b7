/** Password of all test users; it satisfies the password rules. */
export const goodPassword = 'correct horse 42'
