/** The passwords of six or more characters that are most frequent in lists of stolen ones, and some about us. */
const COMMON = new Set(
  `
  123456 123456789 12345678 1234567 1234567890 123123 123321 112233 111111 11111111 000000 00000000 222222 555555
  654321 666666 777777 7777777 888888 88888888 987654321 121212 159753 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  qwerty qwerty1 qwerty123 qwertyuiop q1w2e3r4 zaq12wsx zxcvbnm asdfgh asdfghjkl abc123 abcd1234 abcdef a123456
  aa123456 password password1 password12 password123 passw0rd p@ssw0rd pass1234 welcome welcome1 letmein admin123
  iloveyou princess sunshine dragon monkey football baseball superman batman pokemon starwars michael jordan23
  shadow master secret freedom whatever trustno1 computer internet samsung google changeme default testing test123
  test1234 hello123 liverpool sunloop sunloop1 sunloop123 solar123
`
    .trim()
    .split(/\s+/),
);

/** Whether people choose it so often that attackers try it first; ignores case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
