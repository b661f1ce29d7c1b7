/** Detects user names that look like other names: a message from "аdmin" must not be mistaken for one from "admin". */

/** Letters of other scripts, and rare Latin ones, that look like a common Latin letter. */
const alike = new Map(
  Object.entries({
    A: 'АΑᎪ',
    B: 'ВΒᏴ',
    C: 'СϹᏟ',
    E: 'ЕΕᎬ',
    H: 'НΗᎻ',
    I: 'ІΙӀ',
    J: 'ЈᎫ',
    K: 'КΚᏦ',
    M: 'МΜᎷ',
    N: 'ΝՆ',
    O: 'ОΟՕ',
    P: 'РΡᏢ',
    S: 'ЅՏᏚ',
    T: 'ТΤᎢ',
    X: 'ХΧ',
    Y: 'ҮΥ',
    Z: 'ΖᏃ',
    a: 'аαɑ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιıɩ',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏ',
    n: 'ո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛզ',
    s: 'ѕ',
    u: 'υսʋ',
    v: 'νѵ',
    w: 'ԝѡ',
    x: 'хχ',
    y: 'уүγ',
  }).flatMap(([latin, others]) => others.split('').map((other) => [other, latin] as const)),
)

/** Invisible marks and letters, controls of direction, and blanks other than the space. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u

/** Returns whether a name contains invisible characters. */
export function hasInvisible(name: string): boolean {
  return invisible.test(name)
}

/** A dot above a letter that has one, which changes nothing; also of `İ` in lower case. */
const secondDot = /(?<=[ij])\u0307/gu

/** Returns the name with similar letters replaced by the same letter; names that look alike have the same result. */
export function nameSkeleton(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/./gsu, (letter) => alike.get(letter) ?? letter)
  return plain.replaceAll(/ +/g, ' ').trim().toLowerCase().replaceAll(secondDot, '')
}
