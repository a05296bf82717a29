/** Fifty that are among the first to be tried, in letters as people type them. */
export const commonPasswords: readonly string[] = [
  ...'football1 chocolate 1qazxsw2 Password1! password! qwerty12 11223344 monkey12 princess1'.split(
    ' ',
  ),
  ...'sunshine1 password password1 Password123 P@ssw0rd iloveyou baseball superman trustno1'.split(
    ' ',
  ),
  ...'whatever computer michelle jennifer starwars internet samantha maverick mercedes'.split(' '),
  ...'midnight victoria 1q2w3e4r qwertyuiop q1w2e3r4 asdfasdf abcd1234 passw0rd slipknot'.split(
    ' ',
  ),
  ...'startrek liverpool nicholas dolphins mountain danielle jonathan corvette butterfly'.split(
    ' ',
  ),
  ...'december november elephant australia welcome1'.split(' '),
];
