import type { ValueMistake } from '../problems/value-check.ts';

/** The 118 elements of the periodic table (IUPAC 2022). */
const elements = new Set(
  (
    'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr ' +
    'Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu ' +
    'Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr ' +
    'Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'
  ).split(' '),
);

/**
 * Finds what keeps a text from being SMILES (opensmiles.org, with the dative bonds `->` and `<-` and the extension
 * `|…|` that chemical databases write): the characters, the brackets, the order of elements, and that branches and
 * rings are closed. One pass tries each token once. It does not check valences and aromaticity.
 */
export function findInSmiles(written: string): ValueMistake | undefined {
  const text = toBareSmiles(written);
  const rings = new Set<string>();
  const branches: number[] = [];
  let before: Before = 'start';
  let token: RegExpExecArray | null;

  for (let at = 0; at < text.length; at += token[0].length) {
    tokens.lastIndex = at;
    token = tokens.exec(text);
    if (token === null) return unknownToken(text, at);
    const kind = kindOf(token);
    if (!mayFollow[kind].includes(before) || !isKnown(token)) return misfit(token[0], at);
    if (kind === 'ring') toggleRing(rings, token[0]);
    if (kind === 'open') branches.push(at);
    if (kind === 'close' && branches.pop() === undefined) return misfit(')', at);
    before = kind;
  }
  const open = branches.at(-1);
  if (open !== undefined) return { code: 'V023', params: { text: '(', position: open + 1 } };
  const [ring] = rings;
  if (ring !== undefined) return { code: 'V024', params: { ring } };
  return mayFollow.end.includes(before) ? undefined : { code: 'V025' };
}

/**
 * Removes the extension of ChemAxon, as in `*OC(=O)C=C |$_R1;;;;;$|`, which only says more about the atoms before it.
 * A substance that is only a pattern has nothing else.
 */
export function toBareSmiles(text: string): string {
  const end = text.startsWith('|') ? 0 : text.search(/\s/);
  const extension = end === -1 ? '' : text.slice(end).trim();
  return /^\|[^]*\|$/.test(extension) ? text.slice(0, end) : text;
}

type Kind = 'atom' | 'bond' | 'ring' | 'open' | 'close' | 'dot';
type Before = Kind | 'start';

/** What may come before each element of the grammar, and before its end; a branch begins with a bond, a dot or an atom. */
const mayFollow: Readonly<Record<Kind | 'end', readonly Before[]>> = {
  atom: ['start', 'atom', 'bond', 'ring', 'open', 'close', 'dot'],
  bond: ['atom', 'ring', 'open', 'close'],
  ring: ['atom', 'ring', 'bond'],
  open: ['atom', 'ring', 'close'],
  close: ['atom', 'ring', 'close'],
  dot: ['atom', 'ring', 'open', 'close'],
  end: ['start', 'atom', 'ring', 'close'],
};

const tokens =
  /(Cl|Br|[BCNOPSFI]|[bcnops]|\*)|\[([^[\]]*)\]|(->|<-|[-=#$:/\\~])|(%\d\d|%\(\d{1,5}\)|\d)|(\()|(\))|(\.)/y;

/** What each group of `tokens` finds; the second is the text in the brackets of an atom. */
const kinds: readonly Kind[] = ['atom', 'atom', 'bond', 'ring', 'open', 'close', 'dot'];

function kindOf(token: RegExpExecArray): Kind {
  return kinds[token.findIndex((text, group) => group > 0 && text !== undefined) - 1]!;
}

/** Isotope, element, chirality, hydrogens, charge, class; of `[…]` or one of the organic subset. */
const bracketAtom =
  /^\d{0,3}(?<symbol>\*|[A-Z][a-z]?|se|as|te|[bcnops])(?:@(?:@|(?:TH|AL|SP|TB|OH)\d{1,2})?)?(?:H\d?)?(?:\+{1,4}|-{1,4}|\+\d{1,2}|-\d{1,2})?(?::\d{1,4})?$/;

/** Whether the atom is of an element, if it is one in brackets: the others are in the grammar. */
function isKnown([, , bracket]: RegExpExecArray): boolean {
  if (bracket === undefined) return true;
  const symbol = bracketAtom.exec(bracket)?.groups?.symbol;
  if (symbol === undefined) return false;
  return symbol === '*' || elements.has(symbol.charAt(0).toUpperCase() + symbol.slice(1));
}

/** `1`, `%01` and `%(1)` are the same ring. */
function toggleRing(rings: Set<string>, written: string): void {
  const ring = String(Number(written.replace(/\D/g, '')));
  if (!rings.delete(ring)) rings.add(ring);
}

function unknownToken(text: string, at: number): ValueMistake {
  const sign = text.charAt(at);
  if (sign !== '[' || text.includes(']', at)) return misfit(sign, at);
  return { code: 'V023', params: { text: sign, position: at + 1 } };
}

function misfit(text: string, at: number): ValueMistake {
  return { code: 'V021', params: { text, position: at + 1 } };
}
