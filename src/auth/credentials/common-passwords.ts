/** The most common passwords, in lower case, with at least the minimum length. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa$$word passwort
  passwort1 passwort123 kennwort motdepasse contraseña contrasena 12345678 123456789 1234567890 0123456789
  87654321 987654321 9876543210 11223344 12341234 123123123 147258369 135792468 123456qwerty 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qazxsw2 zaq12wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz123 azerty123 asdfghjk
  asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 aa123456
  iloveyou iloveyou1 sunshine princess football baseball basketball superman batman123 starwars dragon123
  monkey123 master123 shadow123 welcome1 welcome12 welcome123 willkommen letmein1 letmein123 trustno1 whatever
  administrator admin123 admin1234 admin12345 adminadmin root1234 rootroot toor1234 changeme changeme1 changeme123
  default1 test1234 testtest testing1 testing123 demo1234 demodemo guest123 guest1234 user1234 secret123
  computer internet michelle jennifer liverpool charlie1 hello123 hello1234 samsung1 google123 company1 company123
  planning planning1 planning123 planner1 planner123 production warehouse inventory logistics manufacturing
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026
  `
    .trim()
    .split(/\s+/),
)
