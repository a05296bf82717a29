import type { Encoding } from './encodings.ts';

/** The encoding of a text. `stray` is the first byte that is not UTF-8 in a text that otherwise is. */
export type DetectedEncoding = {
  encoding: Encoding;
  confidence: Confidence;
  stray?: { line: number; byte: number };
};

/** The words with characters beyond ASCII, each with its surroundings, one character per byte; and all such bytes. */
export type WordSample = { words: ReadonlySet<string>; bytes: ReadonlySet<number> };

/** `sure`: nothing else reads as well; `likely`: the text reads well; `weak`: others read nearly as well. */
export type Confidence = 'sure' | 'likely' | 'weak';

/**
 * Guesses the encoding of a text with one byte per character: the one in which its words and signs
 * cost least. Costs are about the negative logarithms of probabilities, so that they add up: a
 * guess is sure if each encoding that gives another text is e⁴ times less probable.
 */
export function guessEncoding({ words, bytes }: WordSample): DetectedEncoding {
  const readings = candidates.map((candidate) => {
    const chars = charsOf(candidate.encoding);
    const cost = [...words].reduce((sum, word) => {
      const text = word.replace(/[\x80-\xff]/g, (one) => chars[one] ?? one);
      return sum + costOf(text, candidate);
    }, candidate.cost);
    const letters = [...bytes].map((byte) => chars[String.fromCharCode(byte)]).join('');
    return { encoding: candidate.encoding, letters, cost };
  });
  const best = readings.reduce((left, right) => (right.cost < left.cost ? right : left));
  // Encodings that give the same text are not alternatives.
  const others = readings.filter(({ letters }) => letters !== best.letters);
  const margin = Math.min(...others.map(({ cost }) => cost)) - best.cost;
  const signs = [...words].join('').replace(/[^\x80-\xff]/g, '').length;
  const isText = best.cost <= DOUBTFUL * signs + DOUBTFUL;
  if (!isText) return { encoding: 'windows-1252', confidence: 'weak' };
  const doubtful = margin >= LIKELY ? 'likely' : 'weak';
  return { encoding: best.encoding, confidence: margin >= SURE ? 'sure' : doubtful };
}

const SURE = 4;
const LIKELY = 2;
/** The mean cost of a character in a text that none of the encodings explains. */
const DOUBTFUL = 4;

/** An encoding with its own cost, and the letters of the languages written in it, the most frequent first. */
type Candidate = { encoding: Encoding; cost: number; languages: readonly string[]; script: Script };
type Script = 'latin' | 'cyrillic' | 'greek';

const german = 'üäößÄÖÜ';
const western = [
  german,
  'éèàêçœâîôûùëïÉÀÊÈÇŒ',
  'áíóéãçõñúêâôàüÁÉÓÍÚÑ',
  'àèéìòù',
  'äåöøæéÅÄÖØÆ',
  'áíóéðöþýúæÁÍÓÞÖ',
];
const central = [
  german,
  'íáéěčřžšýůúťňďóČŘŠŽÚ',
  'áíčéžýšúľťóňôďäĺŕŽŠČ',
  'łąęóśżćńźŁŚŻÓĆŹ',
  'áéöóőüíűúÁÉÖÓŐÜ',
  'ăîâşţșțÎÂŞŢ',
  'čšžćđŠČŽĆĐ',
];
const cyrillic = ['оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', 'оаинвеітрслкдумпязьбгчйхїцєжюшфщґ'];
const greek = ['αοιετνσηυρπκμλςίόάήγδέωθχύβφώξζψϊϋΐΰ'];

const candidates: readonly Candidate[] = [
  { encoding: 'windows-1252', cost: 0, languages: western, script: 'latin' },
  { encoding: 'windows-1250', cost: 1.5, languages: central, script: 'latin' },
  { encoding: 'windows-1251', cost: 1.5, languages: cyrillic, script: 'cyrillic' },
  { encoding: 'windows-1253', cost: 2.5, languages: greek, script: 'greek' },
  { encoding: 'iso-8859-15', cost: 2.5, languages: western, script: 'latin' },
  { encoding: 'iso-8859-2', cost: 3, languages: central, script: 'latin' },
  {
    encoding: 'windows-1254',
    cost: 3,
    languages: ['ıüşğçöİÜŞÇÖĞ', ...western],
    script: 'latin',
  },
  {
    encoding: 'windows-1257',
    cost: 5,
    languages: ['āšīēžūņļķčģĀŠŽĒ', 'ėšųžįčąūęŠŽČ', 'õäüöšžÕÄÜÖ'],
    script: 'latin',
  },
  { encoding: 'iso-8859-7', cost: 3, languages: greek, script: 'greek' },
  { encoding: 'koi8-r', cost: 3.5, languages: cyrillic, script: 'cyrillic' },
  { encoding: 'macintosh', cost: 4, languages: western, script: 'latin' },
  { encoding: 'ibm866', cost: 4, languages: cyrillic, script: 'cyrillic' },
  { encoding: 'iso-8859-5', cost: 5, languages: cyrillic, script: 'cyrillic' },
];

/** The characters of the bytes above ASCII in an encoding, by the character that has the number of the byte. */
const tables = new Map<Encoding, Record<string, string>>();
function charsOf(encoding: Encoding): Record<string, string> {
  let chars = tables.get(encoding);
  if (!chars) {
    const decoder = new TextDecoder(encoding);
    chars = {};
    for (let byte = 0x80; byte < 0x100; byte++)
      chars[String.fromCharCode(byte)] = decoder.decode(Uint8Array.of(byte));
    tables.set(encoding, chars);
  }
  return chars;
}

/** What a word costs with its surroundings: its letters in the language that explains them best, and its signs. */
function costOf(text: string, { languages, script }: Candidate): number {
  let signs = 0;
  let places = 0;
  const letters: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign < '\u0080') continue;
    const place = { text, at, before: text[at - 1] ?? ' ', after: text[at + 1] ?? ' ' };
    if (isLetter(sign)) {
      letters.push(sign);
      places += placeCost(sign, place, script);
    } else signs += signCost(sign, place);
  }
  const spoken = languages.map((language) =>
    letters.reduce((sum, letter) => sum + letterCost(letter, language, script), 0),
  );
  // Greek words of several syllables have an accent.
  const isBare =
    script === 'greek' && letters.length > 2 && !letters.some((one) => /[άέήίόύώΐΰ]/i.test(one));
  return signs + places + Math.min(...spoken) + (isBare ? 3 : 0);
}

type Place = { text: string; at: number; before: string; after: string };

const FOREIGN = 8;

/** A letter costs the more, the rarer it is in the language. */
function letterCost(letter: string, language: string, script: Script): number {
  let rank = language.indexOf(letter);
  if (rank < 0) rank = language.indexOf(letter.toLowerCase());
  if (rank < 0) return FOREIGN;
  // All letters of these scripts are beyond ASCII, but only some of a Latin one.
  return script === 'latin' ? 1 + 0.25 * rank : 2.2 + 0.1 * rank;
}

/** What the neighbours of a letter say against it. */
function placeCost(letter: string, place: Place, script: Script): number {
  const { text, at, before, after } = place;
  let cost = scriptCost(place, script) + capitalCost(letter, place, script);
  if (/\d/.test(before) || /\d/.test(after)) cost += 3;
  if (isAlone(place) && /\d *$/.test(text.slice(0, at)) && /^ *\d/.test(text.slice(at + 1)))
    cost += 2;
  // These stand at the end of Italian and French words.
  if (/[ìòù]/.test(letter) && isLetter(after)) cost += 3;
  // `µg` and `m³` in their places.
  if (!isLetter(before) && unit.test(text.slice(at + 1))) cost += 4;
  if (!isLetter(after) && /(^|[^a-z])[cdkm]?m$/i.test(text.slice(0, at))) cost += 4;
  return cost;
}

function isAlone({ before, after }: Place): boolean {
  return !isLetter(before) && !isLetter(after);
}

/** Letters of a Latin script stand among plain ones, those of another script among their own. */
function scriptCost(place: Place, script: Script): number {
  const { before, after } = place;
  const isPlain = (one: string) => /[a-z]/i.test(one);
  if (script !== 'latin') {
    if (isPlain(before) || isPlain(after)) return 6;
    return isAlone(place) ? 2 : 0;
  }
  if (isAlone(place)) return 3;
  return isLetter(before) && !isPlain(before) ? 2 : 0;
}

/** Capitals begin a word; whole words of them are rarer. */
function capitalCost(letter: string, { before, after }: Place, script: Script): number {
  if (isCapital(letter)) {
    if (isCapital(before)) return script === 'latin' ? 0 : 0.5;
    return isLetter(before) ? 4 : 0;
  }
  return isCapital(before) && isLetter(after) && isCapital(after) ? 3 : 0;
}

const unit = /^(g|m|l|mol|A|V|S|W|Sv|Bq|s)(?![a-z\x80-\uffff])/i;

/** What a sign costs by its kind and its neighbours. */
function signCost(sign: string, place: Place): number {
  const isThis = ([signs]: SignCost) => signs.test(sign);
  const cost = anywhere.find(isThis)?.[1];
  if (cost) return cost(place);
  if (isLetter(place.before) && isLetter(place.after)) return 10;
  // Accents and boxes, and `¤`, which nobody writes.
  return outside.find(isThis)?.[1](place) ?? 9;
}

type SignCost = readonly [signs: RegExp, cost: (place: Place) => number];

const anywhere: readonly SignCost[] = [
  [/[\u0080-\u009f\ufffd\ue000-\uf8ff]/, () => 12],
  [/µ/, microCost],
  [/[²³¹]/, superscriptCost],
  [/°/, degreeCost],
  [/[®™©]/, ({ after }) => (isLetter(after) ? 5 : 1.5)],
  [/[–—·’‘'\u00a0…]/, ({ before, after }) => (isLetter(before) && isLetter(after) ? 2.5 : 1.5)],
];

/** Signs that never stand between two letters. */
const outside: readonly SignCost[] = [
  [/[½¼¾]/, (place) => (isAlone(place) ? 1.5 : 9)],
  [/[£€№§]/, (place) => (isAlone(place) ? 1.5 : 6)],
  [/[±×‰„“”«»‚•†]/, () => 1.5],
  [/[ºª]/, ({ after }) => (isLetter(after) ? 7 : 3)],
  [/[¡¿]/, ({ before }) => (isLetter(before) ? 7 : 2)],
];

function microCost({ text, at, before }: Place): number {
  if (isLetter(before)) return 8;
  return unit.test(text.slice(at + 1)) ? 1 : 3;
}

function superscriptCost({ text, at, before, after }: Place): number {
  if (isLetter(after)) return 8;
  if (/\d|\)/.test(before)) return 1.5;
  if (/(^|[^a-z])([cdkmnµ]?m|in|ft|s)$/i.test(text.slice(0, at))) return 1;
  return isLetter(before) ? 5 : 6;
}

function degreeCost({ before, after }: Place): number {
  if (isLetter(before) && isLetter(after)) return 8;
  return /[\d ]/.test(before) || /[CFK]/.test(after) ? 1 : 2.5;
}

/** The signs `µ`, `ª` and `º` count as letters elsewhere. */
function isLetter(sign: string): boolean {
  return /[\p{L}\p{M}]/u.test(sign) && !/[µªº]/.test(sign);
}

function isCapital(sign: string): boolean {
  return sign !== sign.toLowerCase();
}
