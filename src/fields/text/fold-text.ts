/** Characters that people type in another way, each with the one that replaces it; an empty one removes it. */
export const foldedSigns: readonly (readonly [signs: string, as: string])[] = [
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58', '-'],
  ['\u2018\u2019\u201a\u201b\u2032\u02b9\u02bc\u00b4', "'"],
  ['\u201c\u201d\u201e\u2033', '"'],
  ['\u00b5', 'u'],
  ['\u00ad\u200b', ''],
];

/** Letters that are written with several plain ones: ligatures, and the names of Greek letters. */
export const spelledLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  ο: 'omicron',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};

/**
 * The form of a text that searches compare: without case, accents and typographic signs, with ligatures and Greek
 * letters spelled out. Each character folds alone, so a text that contains another one still does when both are folded.
 * PostgreSQL does the same with `backoffice.fold`, which is made from the same tables.
 *
 * @example foldText('β‑Ionön') // 'beta-ionon'
 */
export function foldText(text: string): string {
  // Nearly all texts, and nothing in them changes but their case.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .replace(signs, (sign) => signOf.get(sign) ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(letters, (letter) => spelledLetters[letter]!);
}

const signOf = new Map(foldedSigns.flatMap(([from, as]) => [...from].map((sign) => [sign, as])));
const signs = new RegExp(`[${[...signOf.keys()].join('')}]`, 'g');
const letters = new RegExp(`[${Object.keys(spelledLetters).join('')}]`, 'g');
